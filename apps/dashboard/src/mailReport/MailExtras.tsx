import { Card, Facts } from "../ui/Card.tsx"
import { useScreenWords } from "../words/useScreenWords.ts"
import type { Report } from "./mailQueries.ts"
import { mailWords } from "./mailWords.ts"
import css from "./Report.module.css"

type Extras = Report["extras"]
type Rule = Extras["bulkSender"][number]

const PROVIDERS = [
  ["google", "Gmail"],
  ["yahoo", "Yahoo"],
  ["microsoft", "Outlook"]
] as const

const recordState = ({ present, valid }: { readonly present: boolean | null; readonly valid: boolean }): string =>
  present === null ? "unknown" : present ? (valid ? "ok" : "invalid") : "none"

const policyState = ({ mtaSts }: Extras): string => {
  if (mtaSts.policy !== null) return mtaSts.policy.mode
  if (mtaSts.fault !== null && mtaSts.fault !== "not_checked") return "invalid"
  return mtaSts.present === true && mtaSts.valid ? "unknown" : recordState(mtaSts)
}

const bimiState = ({ bimi }: Extras): string => {
  if (bimi.declined) return "declined"
  const isBroken = bimi.logoCheck.status === "invalid" || bimi.certificateCheck.status === "invalid"
  return isBroken ? "invalid" : recordState(bimi)
}

const Hosts = ({ hosts }: { readonly hosts: ReadonlyArray<{ readonly host: string; readonly status: string }> }) => {
  const { states } = useScreenWords(mailWords).extras
  return (
    <ul>
      {hosts.map(({ host, status }) => (
        <li key={host}>
          {host}: {states[status] ?? status}
        </li>
      ))}
    </ul>
  )
}

const RuleCell = ({ rule }: { readonly rule: Rule | undefined }) => {
  const { met, missed, open } = useScreenWords(mailWords).extras
  if (rule === undefined) return <td>–</td>
  return (
    <td title={rule.explanation} data-met={rule.met ?? "open"}>
      {rule.met === null ? open : rule.met ? met : missed}
    </td>
  )
}

const SenderRules = ({ rules }: { readonly rules: ReadonlyArray<Rule> }) => {
  const { bulk, rule: heading, ruleNames, rules: caption } = useScreenWords(mailWords).extras
  const rows = [...new Map(rules.map((rule) => [`${rule.id} ${rule.audience}`, rule])).values()]
  return (
    <table className={css["rules"]}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {PROVIDERS.map(([, name]) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ audience, id }) => (
          <tr key={`${id} ${audience}`}>
            <th scope="row">
              {ruleNames[id] ?? id} {audience === "bulk" ? <small className={css["soft"]}>{bulk}</small> : null}
            </th>
            {PROVIDERS.map(([provider, name]) => (
              <RuleCell
                key={name}
                rule={rules.find((rule) => rule.provider === provider && rule.id === id && rule.audience === audience)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * Shows the parts of a report that do not affect the score: encrypted delivery, logo, DNSSEC, and the rules of mailbox
 * providers.
 */
export const MailExtras = ({ extras }: { readonly extras: Extras }) => {
  const { names, states, title } = useScreenWords(mailWords).extras
  const named = (state: string): string => states[state] ?? state
  const dane = extras.dane.filter(({ status }) => status !== "none")
  const { signed } = extras.dnssec
  return (
    <Card title={title}>
      <Facts
        rows={[
          [names.mtaSts, named(policyState(extras))],
          [names.tlsRpt, named(recordState(extras.tlsRpt))],
          [names.startTls, extras.mailHosts.length === 0 ? null : <Hosts hosts={extras.mailHosts} />],
          [names.dane, dane.length === 0 ? named("none") : <Hosts hosts={dane} />],
          [names.bimi, named(bimiState(extras))],
          [names.dnssec, named(signed === null ? "unknown" : signed ? "yes" : "no")]
        ]}
      />
      <SenderRules rules={extras.bulkSender} />
    </Card>
  )
}
