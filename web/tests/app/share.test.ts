import { describe, expect, it, vi } from "vitest";
import { copy, save, share } from "../../src/lib/app/share";

/** What the old way of copying answers. */
function answerCopy(execCommand: () => boolean): void {
  Object.assign(document, { execCommand });
}

describe("copying", () => {
  it("uses the clipboard", async () => {
    const writeText = vi.fn().mockResolvedValue(undefined);
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    expect(await copy("a link")).toBe(true);
    expect(writeText).toHaveBeenCalledWith("a link");
  });

  it("works without a clipboard, and gives the focus back", async () => {
    vi.stubGlobal("navigator", {});
    const button = document.body.appendChild(document.createElement("button"));
    button.focus();
    let selected = "";
    answerCopy(() => {
      selected = (document.querySelector("textarea") as HTMLTextAreaElement).value;
      return true;
    });
    expect(await copy("a link")).toBe(true);
    expect([selected, document.querySelector("textarea"), document.activeElement]).toEqual(["a link", null, button]);
  });

  it("says so if the browser doesn't let us", async () => {
    vi.stubGlobal("navigator", {});
    answerCopy(() => false);
    expect(await copy("a link")).toBe(false);
  });
});

it("who changes their mind about sharing hears of no error", async () => {
  vi.stubGlobal("navigator", { share: () => Promise.reject(new DOMException("", "AbortError")) });
  await expect(share("A game", "http://localhost/")).resolves.toBeUndefined();
});

it("a text is saved as a file of that name, and let go of later", () => {
  vi.useFakeTimers();
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.download);
  });
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:1");
  const revoked = vi.spyOn(URL, "revokeObjectURL").mockReturnValue(undefined);
  save("seats.json", "{}");
  expect([clicked, revoked.mock.calls]).toEqual([["seats.json"], []]);
  vi.runAllTimers();
  expect(revoked).toHaveBeenCalledWith("blob:1");
});
