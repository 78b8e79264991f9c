import type { Zone } from "@mon/dns"
import { checkEmailHealth, type RepairOptions } from "../src/index.ts"
import { but, healthy } from "./zones.ts"

export const D = "example.com"
export const txt = (...TXT: ReadonlyArray<string>) => ({ TXT })
export const spf = (...TXT: ReadonlyArray<string>): Zone => ({ [D]: { ...healthy()[D], TXT } })

export const plan = (zone: Zone, repair: RepairOptions = {}, domain = D) => checkEmailHealth(domain, { zone, repair })

/** Returns the values of one record of the plan; undefined if the plan does not contain the record. */
export const valuesOf = async (zone: Zone, name: string, repair: RepairOptions = {}) => {
  const { records } = await plan(zone, repair)
  return records.find(({ host, type }) => `${type} ${host}` === name)?.values
}
export const spfOf = async (zone: Zone) => (await valuesOf(but(zone), `TXT ${D}`))?.[0]
export const dmarcOf = async (zone: Zone, repair: RepairOptions = {}) =>
  (await valuesOf(zone, `TXT _dmarc.${D}`, repair))?.[0]
export const stepFor = async (zone: Zone, code: string, kind = "person") =>
  (await plan(zone)).steps.find((step) => step.kind === kind && step.findings.some((found) => found === code))
