import type { Backdrop } from "..";

export const backdrop: Backdrop = { width: 1, height: 1, tint: { water: "#cfdfdb", park: "#dbe6cf", built: "#e0e6d3", ink: "#6f7f6a" }, layers: [] };
