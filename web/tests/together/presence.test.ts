import { describe, expect, it } from "vitest";
import { minutes, missingPeople, presenceInWords } from "../../src/lib/together/presence";
import { clockOf, minutesOf, shown } from "../../src/lib/together/calls";
import { bot, makePosition, makeView, person } from "../builders";

const here = { connected: true, since: null, stand_in_at: null };
const gone = { connected: false, since: 0, stand_in_at: 120_000 };
const position = makePosition({
  people: [person("Ada"), person("Bo"), bot("novice")],
  view: makeView({ waiting: [false, true, false] }),
});

describe("who is there", () => {
  it("says so in a few words, of people alone", () => {
    expect(presenceInWords(position, 1, here, true, 0)).toBe("thinking");
    expect(presenceInWords(position, 0, here, false, 0)).toBe("here");
    expect(presenceInWords(position, 1, gone, true, 30_000)).toBe("away");
    expect(presenceInWords(position, 1, gone, true, 180_000)).toMatch(/^away for 3/);
    expect(presenceInWords(position, 2, here, true, 0)).toBe("");
  });

  it("counts down for those who are waited for", () => {
    expect(missingPeople(position, [here, gone, gone], 60_000)).toEqual([{ seat: 1, left: 60_000 }]);
    expect(missingPeople(position, [here, gone, gone], 600_000)).toEqual([{ seat: 1, left: 0 }]);
    expect(missingPeople(position, [here, here, gone], 0)).toEqual([]);
    expect(missingPeople(makePosition({ ...position, status: "over" }), [here, gone, gone], 0)).toEqual([]);
    expect(minutes(61_000)).toBe("1:01");
  });
});

describe("being called", () => {
  it("reads and writes clocks", () => {
    expect([0, 450, 1439].map(clockOf)).toEqual(["00:00", "07:30", "23:59"]);
    expect(["00:00", "07:30", "24:00", ""].map(minutesOf)).toEqual([0, 450, 0, 0]);
  });

  it("shows of an address what is enough to know it again", () => {
    const call = { id: "", quiet_from: 0, quiet_to: 0, zone: "UTC", digest_minutes: 0, confirmed: true };
    expect(shown({ ...call, way: "push", address: "https://push.example.org/secret" })).toBe("push.example.org");
    expect(shown({ ...call, way: "mail", address: "a@example.org" })).toBe("a@example.org");
    expect(shown({ ...call, way: "webhook", address: "no address" })).toBe("");
  });
});
