import type { CallAdded, CallInfo, NewCall } from "../../generated/types";
import { api } from "../server/api";
import { at } from "../app/base";
import { settings } from "../app/settings.svelte";

export type Way = NewCall["way"];

/** When and how often somebody wants to be called, whatever the way. */
export interface Manner {
  /** Minutes since midnight; the same number twice: always. */
  quiet_from: number;
  quiet_to: number;
  digest_minutes: number;
}

export const anytime: Manner = { quiet_from: 0, quiet_to: 0, digest_minutes: 0 };

/** Whether this browser can be called at all. */
export const canPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Asks the browser for a subscription; null if the person says no. */
export async function subscribe(key: string): Promise<Pick<NewCall, "address" | "p256dh" | "auth"> | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(at("sw.js"));
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.["p256dh"] || !keys["auth"]) return null;
  return { address: endpoint, p256dh: keys["p256dh"], auth: keys["auth"] };
}

export function add(
  table: string,
  token: string,
  wanted: Pick<NewCall, "way" | "address" | "p256dh" | "auth">,
  manner: Manner,
): Promise<CallAdded> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  return api.addCall(table, token, { ...wanted, ...manner, zone, language: settings.language });
}

/** 22:30 from minutes since midnight, and back. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return (hours * 60 + minutes) % 1440 || 0;
}

/** An address as it is shown: enough to know it again. */
export function shown({ way, address }: CallInfo): string {
  if (way === "mail") return address;
  try {
    return new URL(address).host;
  } catch {
    return "";
  }
}
