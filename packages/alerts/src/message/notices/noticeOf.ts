import type { Fact } from "../Fact.ts"
import type { Notice } from "../Notice.ts"
import { sslExpiryNotice, sslInvalidNotice } from "./certificate.ts"
import { domainExpiryNotice } from "./domainExpiry.ts"
import { emailHealthAlertNotice, emailHealthRecoveryNotice } from "./emailHealth.ts"
import { statusChangeNotice } from "./statusChange.ts"
import { weeklyReportNotice } from "./weeklyReport.ts"

type FactOf<T extends Fact["type"]> = Extract<Fact, { readonly type: T }>

const BUILDERS: { readonly [T in Fact["type"]]: (fact: FactOf<T>, timeZone: string) => Notice } = {
  status_change: statusChangeNotice,
  ssl_expiry: sslExpiryNotice,
  ssl_invalid: sslInvalidNotice,
  domain_expiry: domainExpiryNotice,
  email_health_alert: emailHealthAlertNotice,
  email_health_recovery: emailHealthRecoveryNotice,
  weekly_report: weeklyReportNotice
}

/** The notice of a fact. */
export const noticeOf = <T extends Fact["type"]>(fact: FactOf<T>, timeZone: string): Notice =>
  BUILDERS[fact.type as T](fact, timeZone)
