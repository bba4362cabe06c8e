import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  base: "./", // relative to <base href>, which the server sets: the page works under any sub-path
  plugins: [svelte()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // what is in the page, for tools/licences.py
    license: { fileName: ".vite/license.json" },
    manifest: true,
    rolldownOptions: { checks: { bundlerTimings: false } }, // no concern of who plays
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
