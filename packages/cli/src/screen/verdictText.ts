import type { CheckResult, Verdict } from "@mon/uptime-probe"
import type { Paint } from "./paint.ts"

const WORDS: Readonly<Record<Verdict, readonly [Parameters<Paint>[0], string]>> = {
  up: ["green", "up"],
  down: ["red", "down"],
  unknown: ["yellow", "no verdict"]
}

/** Returns the verdict of a check as a word. A site whose certificate browsers refuse is not shown as simply up. */
export const verdictText = (
  { certificate, verdict }: Pick<CheckResult, "certificate" | "verdict">,
  paint: Paint
): string =>
  verdict === "up" && certificate !== null && !certificate.valid
    ? paint("magenta", "up, certificate rejected by browsers")
    : paint(...WORDS[verdict])
