import "./styles/fonts.css";
import "./styles/colours.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { reloadIfOutdated } from "./lib/app/build";

// A part that was never loaded is gone from a server that was upgraded meanwhile.
addEventListener("vite:preloadError", () => void reloadIfOutdated());

const target = document.getElementById("app");
if (target) mount(App, { target });

// Browsers allow it only over https or on this machine. It is registered last, so that it delays nothing.
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  const worker = new URL("sw.js", document.baseURI);
  // Without a line there is no worker to fetch; the next visit tries again.
  const register = () => void navigator.serviceWorker.register(worker).catch(() => undefined);
  addEventListener("load", () => setTimeout(register, 1000));
}
