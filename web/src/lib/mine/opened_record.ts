/** The record that is open in this tab: kept until the tab is closed, so that a reload shows it again. */
const KEY = "ferrovia.record";

class OpenedRecord {
  get text(): string | null {
    try {
      return sessionStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  keep(text: string): void {
    try {
      sessionStorage.setItem(KEY, text);
    } catch {
      // a browser that keeps nothing: a reload asks for the file again
    }
  }

  forget(): void {
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // nothing was kept
    }
  }
}

export const openedRecord = new OpenedRecord();
