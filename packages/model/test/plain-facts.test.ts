import { expectTypeOf, test } from "vitest"
import type * as schemas from "../src/index.ts"
import type * as plain from "../src/facts.ts"

type Names =
  | "Fact"
  | "FactCertificate"
  | "FactCheck"
  | "FactFinding"
  | "FactIncident"
  | "FactMonitor"
  | "Fault"
  | "NotificationType"
  | "ReportDomain"
  | "ReportUrl"

interface OfSchemas extends Record<Names, unknown> {
  Fact: schemas.Fact
  FactCertificate: schemas.FactCertificate
  FactCheck: schemas.FactCheck
  FactFinding: schemas.FactFinding
  FactIncident: schemas.FactIncident
  FactMonitor: schemas.FactMonitor
  Fault: schemas.Fault
  NotificationType: schemas.NotificationType
  ReportDomain: schemas.ReportDomain
  ReportUrl: schemas.ReportUrl
}

interface Plain extends Record<Names, unknown> {
  Fact: plain.Fact
  FactCertificate: plain.FactCertificate
  FactCheck: plain.FactCheck
  FactFinding: plain.FactFinding
  FactIncident: plain.FactIncident
  FactMonitor: plain.FactMonitor
  Fault: plain.Fault
  NotificationType: plain.NotificationType
  ReportDomain: plain.ReportDomain
  ReportUrl: plain.ReportUrl
}

// The compiler compares the types: `npm run typecheck` fails if a field exists on only one side.
test("the types that do not need Effect are those of the schemas", () => {
  expectTypeOf<OfSchemas>().toExtend<Plain>()
  expectTypeOf<Plain>().toExtend<OfSchemas>()
})
