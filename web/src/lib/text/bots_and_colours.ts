import { lookup } from "./words.svelte";

/** Names of bots and colours. What has no words is called by its id. */
export const botName = (bot: string): string => lookup("bot", bot) ?? bot;

export const colourName = (colour: string): string => lookup("colour", colour) ?? colour;

export const countedName = (colour: string, count: number): string => lookup("counted", colour, { count }) ?? colour;
