import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: "../static",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false, // see src/styles.ts
    target: "es2022",
  },
  server: { proxy: { "/api": "http://127.0.0.1:8470" } },
  test: { environment: "jsdom", include: ["src/**/*.test.{ts,tsx}"] },
});
