/** The tables this browser remembers, with the tokens that hold its seats. Whoever has a token has the seat. */
export interface MyTable {
  table: string;
  board: string;
  /** Holds my seats; several seats of one device share it. */
  token: string | null;
  /** Only if this browser made the table. */
  host: string | null;
  at: number;
  /** The last version somebody here has looked at: what came after it is news. */
  seen: number;
}

const KEY = "ferrovia.tables";
const MOST = 150;

function read(): MyTable[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as MyTable[];
  } catch {
    return [];
  }
}

class MyTables {
  tables = $state<MyTable[]>(read());

  constructor() {
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.tables = read();
    });
  }

  find(table: string): MyTable | undefined {
    return this.tables.find((known) => known.table === table);
  }

  /** Adds a table or changes what is known of it. */
  remember(table: string, change: Partial<Omit<MyTable, "table">>): void {
    const before = read();
    const known = before.find((each) => each.table === table);
    const fresh: MyTable = { table, board: "", token: null, host: null, at: Date.now(), seen: 0 };
    const rest = before.filter((known) => known.table !== table);
    this.write([{ ...(known ?? fresh), ...change }, ...rest].slice(0, MOST));
  }

  forget(table: string): void {
    this.write(read().filter((known) => known.table !== table));
  }

  private write(tables: MyTable[]): void {
    this.tables = tables;
    try {
      localStorage.setItem(KEY, JSON.stringify(tables));
    } catch {
      // a browser that keeps nothing: they are known until the page is closed
    }
  }
}

export const myTables = new MyTables();
