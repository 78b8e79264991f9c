import type { ReactNode } from "react"
import { Card, Facts } from "../ui/Card.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import type { Report } from "./mailQueries.ts"
import { mailWords } from "./mailWords.ts"
import { RecordForm } from "./RecordForm.tsx"
import css from "./Report.module.css"

/** The number of DNS lookups that receivers allow (RFC 7208 section 4.6.4). */
const LOOKUP_LIMIT = 10

export const Plan = ({
  children,
  report: { records, steps }
}: {
  readonly report: Report
  readonly children?: ReactNode
}) => {
  const { report: text } = useScreenWords(mailWords)
  return (
    <Card title={text.plan}>
      {steps.length === 0 ? (
        <p className={css["soft"]}>{text.noPlan}</p>
      ) : (
        <ol className={css["steps"]}>
          {steps.map((step, index) => (
            // A step has no identity other than its position in the plan.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <h3>
                {step.title} <span className={css["kind"]}>{text.kinds[step.kind]}</span>
              </h3>
              <p className={css["soft"]}>{step.text}</p>
              {step.records.map((position) => {
                const record = records[position]
                return record === undefined ? null : <RecordForm key={position} record={record} />
              })}
            </li>
          ))}
        </ol>
      )}
      {children}
    </Card>
  )
}

type Finding = Report["findings"][number]

const List = ({ findings }: { readonly findings: ReadonlyArray<Finding> }) => {
  const { words } = useLanguage()
  const { findings: names } = useScreenWords(mailWords)
  const components: Readonly<Record<string, string>> = words.domain.components
  return (
    <ul className={css["findings"]}>
      {findings.map(({ code, component, message, reference, severity }, index) => (
        // A code may occur twice, so the code alone is not a unique key.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${code} ${index}`} data-severity={severity}>
          <b>{words.domain.severity[severity] ?? severity}</b>
          <span>{components[component] ?? "DNS"}</span>
          <span>
            {words.language === "en" || names[code] === undefined ? null : <b>{names[code]}: </b>}
            <span>{message}</span> <span className={css["small"]}>{reference}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

export const Findings = ({ report: { findings } }: { readonly report: Report }) => {
  const { report: text } = useScreenWords(mailWords)
  const notes = findings.filter(({ severity }) => severity === "info")
  const others = findings.filter(({ severity }) => severity !== "info")
  return (
    <Card title={text.findings}>
      {others.length === 0 ? <p className={css["soft"]}>{text.noFindings}</p> : <List findings={others} />}
      {notes.length === 0 ? null : (
        <details className={css["notes"]}>
          <summary>{text.notes(notes.length)}</summary>
          <List findings={notes} />
        </details>
      )}
    </Card>
  )
}

type Tree = Report["spf"]["tree"]

const Node = ({ tree }: { readonly tree: Tree }) => {
  const { report: text } = useScreenWords(mailWords)
  const problem = text.treeStatus[tree.status] ?? tree.status
  return (
    <li>
      <span className={css["node"]}>
        <code>
          <b>{tree.via ?? tree.domain}</b>
        </code>
        <span className={problem === "" ? css["soft"] : css["bad"]}>
          {problem === "" ? text.lookup(tree.lookups) : problem}
        </span>
      </span>
      {tree.record === null ? null : <code className={css["text"]}>{tree.record}</code>}
      {tree.children.length === 0 ? null : (
        <ul className={css["tree"]}>
          {tree.children.map((child, index) => (
            // One record may include another record twice, so the domain alone is not a unique key.
            // oxlint-disable-next-line react/no-array-index-key
            <Node key={`${child.domain} ${index}`} tree={child} />
          ))}
        </ul>
      )}
    </li>
  )
}

export const SpfIncludes = ({ report: { spf } }: { readonly report: Report }) => {
  const { report: text } = useScreenWords(mailWords)
  return (
    <Card
      title={text.tree}
      action={
        spf.record === null ? null : (
          <span className={spf.lookups > LOOKUP_LIMIT ? css["bad"] : css["soft"]}>
            {text.lookups(spf.lookups, LOOKUP_LIMIT)}
          </span>
        )
      }
    >
      {spf.record === null && spf.tree.status === "none" ? (
        <p className={css["soft"]}>{text.noTree}</p>
      ) : (
        <ul className={css["tree"]}>
          <Node tree={spf.tree} />
        </ul>
      )}
    </Card>
  )
}

export const Found = ({ report }: { readonly report: Report }) => {
  const { report: text } = useScreenWords(mailWords)
  const { blacklist, dkim, dmarc, mx } = report
  const servers = mx.hosts.map(({ host, provider }) => (provider === null ? host : `${host} (${provider})`))
  const keys = dkim.keys.map(({ keyBits, keyType, selector }) =>
    [
      selector,
      ...(keyType === null ? [] : [keyType.toUpperCase()]),
      ...(keyBits === null ? [] : [text.bits(keyBits)])
    ].join(" ")
  )
  const clearLists = new Set(blacklist.checked.flatMap(({ listId, status }) => (status === "clear" ? [listId] : [])))
    .size
  const reports = dmarc.reports.map(({ uri }) => uri.replace(/^mailto:/u, ""))
  return (
    <Card title={text.found}>
      <div className={css["facts"]}>
        <Facts
          rows={[
            [text.mailServers, servers.length === 0 ? text.noServers : servers.join(", ")],
            [text.dkimKeys, keys.length === 0 ? text.noKeys(dkim.selectorsProbed) : keys.join(", ")],
            [
              text.policy,
              dmarc.record === null ? (
                text.noPolicy
              ) : (
                <>
                  {dmarc.effectivePolicy ?? dmarc.policy}{" "}
                  {dmarc.inheritedFrom === null ? null : (
                    <span className={css["soft"]}>{text.inherited(dmarc.inheritedFrom)}</span>
                  )}
                  <code className={css["text"]}>{dmarc.record}</code>
                </>
              )
            ],
            [text.reports, reports.length === 0 ? text.noReports : reports.join(", ")],
            [
              text.listings,
              blacklist.listings.length > 0
                ? blacklist.listings.map(({ list, target }) => text.listed(list, target)).join(", ")
                : blacklist.status === "unknown"
                  ? text.notAnswered
                  : blacklist.checked.length === 0
                    ? text.nothingListed
                    : text.noListings(clearLists)
            ]
          ]}
        />
      </div>
    </Card>
  )
}
