import "./styles/fonts.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";

const target = document.getElementById("app");
if (target) mount(App, { target });

// Only where the connection is safe: at home by https, or on this machine.
if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register(new URL("sw.js", document.baseURI));
