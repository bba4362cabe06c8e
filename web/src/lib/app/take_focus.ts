import type { Attachment } from "svelte/attachments";

/**
 * Takes the focus when it comes up, and again whenever it is about something else. Not at once: first the list or map
 * that it was chosen on gives the focus back.
 */
export function takeFocus(_?: unknown): Attachment<HTMLElement> {
  return (panel) => {
    setTimeout(() => panel.focus({ preventScroll: true }));
  };
}
