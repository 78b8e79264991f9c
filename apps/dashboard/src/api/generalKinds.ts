import type { KindWithIncidents, MonitorKind } from "@mon/model"
import { monitorKinds } from "@mon/model/facts"

/**
 * A kind whose screens are made from the list of kinds and the kind's fields. Domains and pages have screens of their
 * own.
 */
export type GeneralKind = Exclude<KindWithIncidents, "domain">

export const kindNames = Object.keys(monitorKinds) as ReadonlyArray<MonitorKind>

export const isGeneralKind = (kind: MonitorKind): kind is GeneralKind =>
  kind !== "domain" && monitorKinds[kind].hasIncidents

export const generalKinds = kindNames.filter(isGeneralKind)

export const screensOf = <Kind extends MonitorKind>(kind: Kind) =>
  `/${monitorKinds[kind].screens}` as `/${(typeof monitorKinds)[Kind]["screens"]}`

type Names = (typeof monitorKinds)[GeneralKind]

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Makes a text for each general kind. The keys are the names of the kinds' screens, or of their sections in
 * configuration files.
 */
export const textsOfKinds = <Field extends "screens" | "plural">(field: Field, of: (names: Names) => string) =>
  Object.fromEntries(generalKinds.map((kind) => [monitorKinds[kind][field], of(monitorKinds[kind])])) as {
    readonly [Kind in GeneralKind as (typeof monitorKinds)[Kind][Field]]: string
  }
