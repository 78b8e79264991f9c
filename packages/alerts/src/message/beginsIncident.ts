import type { RenderableFact, RenderableOf } from "./RenderableFact.ts"

/** Returns whether a fact begins an incident, which people can acknowledge. */
export const beginsIncident = (fact: RenderableFact): fact is RenderableOf<"down" | "external_alert"> =>
  fact.kind === "down" || fact.kind === "external_alert"
