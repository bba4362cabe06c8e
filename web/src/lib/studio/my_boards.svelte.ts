/** The boards that this browser may edit, each with its token. Whoever has the token may edit. */
export interface MyBoard {
  board: string;
  token: string;
  name: string;
  at: number;
}

const KEY = "ferrovia.boards";

function read(): MyBoard[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as MyBoard[];
  } catch {
    return [];
  }
}

class MyBoards {
  boards = $state<MyBoard[]>(read());

  find(board: string): MyBoard | undefined {
    return this.boards.find((known) => known.board === board);
  }

  remember(board: string, token: string, name: string): void {
    const known = this.find(board);
    if (known?.name === name && known.token === token) return;
    this.write([{ board, token, name, at: Date.now() }, ...read().filter((other) => other.board !== board)]);
  }

  forget(board: string): void {
    this.write(read().filter((known) => known.board !== board));
  }

  private write(boards: MyBoard[]): void {
    this.boards = boards;
    try {
      localStorage.setItem(KEY, JSON.stringify(boards));
    } catch {
      // a browser that keeps nothing: they are known until the page is closed
    }
  }
}

export const myBoards = new MyBoards();
