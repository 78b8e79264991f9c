import type { KindWithIncidents, MonitorKind } from "@mon/model"
import { monitorKinds } from "@mon/model/facts"

/**
 * A kind whose screens are made from the list of kinds and the kind's fields. Domains and pages have screens of their
 * own.
 */
export type GeneralKind = Exclude<KindWithIncidents, "domain">

/** The names of all kinds. */
export const kindNames = Object.keys(monitorKinds) as ReadonlyArray<MonitorKind>

/** Returns whether the screens of a kind are made from the lists. */
export const isGeneralKind = (kind: MonitorKind): kind is GeneralKind =>
  kind !== "domain" && monitorKinds[kind].hasIncidents

/** The kinds whose screens are made from the lists. */
export const generalKinds = kindNames.filter(isGeneralKind)

/** Returns the path of the screens of a kind. */
export const screensOf = <Kind extends MonitorKind>(kind: Kind) =>
  `/${monitorKinds[kind].screens}` as `/${(typeof monitorKinds)[Kind]["screens"]}`

/** Makes a value for the screens of each kind, by their name. */
export const byScreens = <A>(of: (kind: GeneralKind) => A) =>
  Object.fromEntries(generalKinds.map((kind) => [monitorKinds[kind].screens, of(kind)])) as {
    readonly [Kind in GeneralKind as (typeof monitorKinds)[Kind]["screens"]]: A
  }

/** Makes a value for the section of each kind in configuration files, by its name. */
export const bySections = <A>(of: (kind: GeneralKind) => A) =>
  Object.fromEntries(generalKinds.map((kind) => [monitorKinds[kind].plural, of(kind)])) as {
    readonly [Kind in GeneralKind as (typeof monitorKinds)[Kind]["plural"]]: A
  }
