import "./styles/fonts.css";
import "./styles/colours.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { reloadIfOutdated } from "./lib/app/build";
import { loadPage } from "./lib/app/pages";
import { router } from "./lib/app/router.svelte";
import { settings } from "./lib/app/settings.svelte";
import { loadWords } from "./lib/text/words.svelte";

// A part that was never loaded is gone from a server that was upgraded meanwhile.
addEventListener("vite:preloadError", () => void reloadIfOutdated());

// The page that was asked for comes along with the words; App says so if it can't be had.
loadPage(router.parts[0] ?? "").catch(() => undefined);
const target = document.getElementById("app");
if (target) void loadWords(settings.language).then(() => mount(App, { target }));

// Browsers allow it only over https or on this machine. It is registered last, so that it delays nothing.
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  const worker = new URL("sw.js", document.baseURI);
  // Without a line there is no worker to fetch; the next visit tries again.
  const register = () => void navigator.serviceWorker.register(worker).catch(() => undefined);
  addEventListener("load", () => setTimeout(register, 1000));
}
