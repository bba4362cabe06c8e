const REACHABLE = "button:enabled, a[href], input:enabled, [tabindex='0']";
const REMEMBERED = 12;

/**
 * Keeps the keyboard where it was. What has the focus loses it when it is disabled or taken away, as most buttons are
 * once they were pressed. It gets the focus back when it can; if it is gone, what had the focus before it does.
 */
export function keepFocus(root: HTMLElement): { destroy: () => void } {
  let visited: HTMLElement[] = [];

  function remember(event: FocusEvent): void {
    const node = event.target as HTMLElement;
    visited = [...visited.filter((other) => other !== node), node].slice(-REMEMBERED);
  }

  function restore(): void {
    if (visited.length === 0 || document.activeElement !== document.body) return;
    visited = visited.filter((node) => node.isConnected);
    const last = visited.at(-1) ?? root.querySelector<HTMLElement>(REACHABLE);
    if (last && canTake(last)) last.focus({ preventScroll: true }); // one that is only disabled is waited for
  }

  /** Whoever goes on with the Tab key from what can still be pressed has left of their own accord. Looked at before
   * anything is restored, and not at once: while the focus goes from one to the next, nothing has it. */
  function leave(event: FocusEvent): void {
    const node = event.target as HTMLElement;
    setTimeout(() => {
      if (document.activeElement === document.body && canTake(node)) visited = [];
    });
  }

  /** Whoever presses beside everything means to leave. */
  function forget(event: PointerEvent): void {
    if (!(event.target as Element).closest(REACHABLE)) visited = [];
  }

  const changes = new MutationObserver(() => setTimeout(restore));
  changes.observe(root, { subtree: true, childList: true, attributeFilter: ["disabled", "inert"] });
  root.addEventListener("focusin", remember);
  root.addEventListener("blur", leave, true);
  document.addEventListener("pointerdown", forget);
  return {
    destroy: () => {
      changes.disconnect();
      root.removeEventListener("focusin", remember);
      root.removeEventListener("blur", leave, true);
      document.removeEventListener("pointerdown", forget);
    },
  };
}

function canTake(node: HTMLElement): boolean {
  return node.isConnected && node.matches(REACHABLE) && !node.closest("[inert]");
}
