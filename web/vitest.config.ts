import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Unit tests of the modules without markup. What is seen and pressed is tested in a real browser: tests/browser. */
export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] }, // Svelte as it runs in a page
  test: {
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
    environment: "happy-dom",
    // under a sub-path, as behind a proxy
    environmentOptions: { happyDOM: { url: "http://localhost/games/" } },
    pool: "vmThreads",
    css: true, // so that colours.test.ts reads what is in the files
    restoreMocks: true,
  },
});
