import { lookup } from "./words.svelte";

/** What the server names and no board is needed for; without words the name itself. */
export const botName = (bot: string): string => lookup("bot", bot) ?? bot;

export const colourName = (colour: string): string => lookup("colour", colour) ?? colour;

export const countedName = (colour: string, count: number): string => lookup("counted", colour, { count }) ?? colour;
