import "./src/styles/fonts.css";
import "./src/styles/base.css";
import { mount } from "svelte";
import Demo from "./ArtDemo.svelte";
const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get("theme") ?? "light";
mount(Demo, { target: document.getElementById("app")!, props: { show: query.get("show") ?? "cards", board: query.get("board") ?? "usa" } });
document.documentElement.dataset.theme = query.get("theme") ?? "light";
