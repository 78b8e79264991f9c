import { englishIn } from "@mon/tooling/english"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { simulationsDe } from "../src/simulations/simulations.de.ts"
import { simulationsEn } from "../src/simulations/simulations.en.ts"

/** Returns the messages in a source, with a host name in place of values. */
const messagesIn = (file: string): ReadonlyArray<string> =>
  [
    ...readFileSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), "utf8").matchAll(
      /message: (?:"([^"]+)"|`([^`]+)`)/gu
    )
  ].map(([, plain, template]) => (plain ?? template ?? "").replaceAll(/\$\{[^}]*\}/gu, "mail.example.com"))

it("notes about the senders of a simulation are in German", () => {
  const notes = messagesIn("packages/simulation/src/plan/planCampaign.ts")
  expect(notes).toHaveLength(2)
  expect(notes.filter((note) => simulationsDe.note(note) === note)).toEqual([])
  expect(englishIn(notes.map(simulationsDe.note))).toEqual([])
})

it("a failed simulation says why in German, and once that the credits were refunded", () => {
  const reasons = messagesIn("apps/worker/src/simulations/runSimulation.ts")
  expect(reasons).toHaveLength(4)
  expect(englishIn(reasons.map(simulationsDe.failed))).toEqual([])
  for (const reason of reasons) expect(simulationsEn.failed(reason)).toBe(`The simulation failed: ${reason}`)
})
