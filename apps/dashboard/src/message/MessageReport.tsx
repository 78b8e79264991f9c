import { Fragment, type ReactNode } from "react"
import type { Answer } from "../api/endpoints.ts"
import report from "../mailReport/Report.module.css"
import { Card, Facts } from "../ui/Card.tsx"
import css from "../ui/Screen.module.css"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { messageWords } from "./messageWords.ts"

export type MessageVerdict = Answer<"emailHealth", "message">

/** The tone of each status. An unknown result, or a check that was not made, has no tone. */
const tones: ReadonlyMap<string, string> = new Map([
  ["pass", "good"],
  ["neutral", "fair"],
  ["none", "fair"],
  ["fail", "bad"],
  ["softfail", "bad"],
  ["permerror", "bad"]
])

const Status = ({ status }: { readonly status: string }) => {
  const words = useScreenWords(messageWords)
  return (
    <span className={css["chip"]} data-state={tones.get(status)}>
      {words.status[status] ?? status}
    </span>
  )
}

const Result = ({
  aligned = null,
  children,
  name,
  status
}: {
  readonly name: string
  readonly status: string
  /** Whether the domains are aligned. Null: there is nothing to compare. */
  readonly aligned?: boolean | null
  readonly children: ReactNode
}) => {
  const words = useScreenWords(messageWords)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Status status={status} />
      </td>
      <td>{aligned === null ? "–" : aligned ? words.aligned : words.notAligned}</td>
      <td>
        <bdi>{children}</bdi>
      </td>
    </tr>
  )
}

const Results = ({ verdict: { arc, dkim, dmarc, spf } }: { readonly verdict: MessageVerdict }) => {
  const words = useScreenWords(messageWords)
  const { columns } = words
  return (
    <Card title={words.results}>
      <div className={css["scroll"]} tabIndex={0} role="group" aria-label={words.results}>
        <table className={css["table"]}>
          <thead>
            <tr>
              {[columns.part, columns.result, columns.aligned, columns.detail].map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Result name="SPF" status={spf.status} aligned={spf.status === "pass" ? spf.aligned : null}>
              {[spf.domain, spf.ip, spf.term].filter((part) => part !== null).join(" · ")}
            </Result>
            {dkim.signatures.length === 0 ? (
              <Result name="DKIM" status="none">
                {""}
              </Result>
            ) : (
              dkim.signatures.map(({ aligned, detail, domain, selector, status }, index) => (
                // A signature has no identity other than its position in the list.
                // oxlint-disable-next-line react/no-array-index-key
                <Result key={index} name="DKIM" status={status} aligned={status === "pass" ? aligned : null}>
                  {[domain, selector].filter((part) => part !== null).join(" · ")}
                  {detail === null ? null : <span className={css["under"]}>{detail}</span>}
                </Result>
              ))
            )}
            <Result name="DMARC" status={dmarc.status}>
              {dmarc.policy === null ? words.noPolicy : words.policy(dmarc.policy, dmarc.recordDomain ?? "")}
            </Result>
            {arc.status === "none" ? null : (
              <Result name="ARC" status={arc.status}>
                {arc.sealers.map((sealer) => sealer ?? words.unknownHost).join(" → ")}
              </Result>
            )}
          </tbody>
        </table>
      </div>
      {dkim.skipped === 0 ? null : <p className={css["small"]}>{words.skipped(dkim.skipped)}</p>}
    </Card>
  )
}

const Hops = ({ hops }: Pick<MessageVerdict, "hops">) => {
  const { format } = useLanguage()
  const words = useScreenWords(messageWords)
  const columns = words.hopColumns
  const delayOf = (seconds: number | null): string => {
    if (seconds === null) return "–"
    return seconds < 0 ? words.clocks : format.between(0, seconds * 1_000)
  }
  return (
    <Card title={words.hops}>
      {hops.length === 0 ? (
        <p className={css["soft"]}>{words.noHops}</p>
      ) : (
        <>
          <p className={css["small"]}>{words.hopsHint}</p>
          <div className={css["scroll"]} tabIndex={0} role="group" aria-label={words.hops}>
            <table className={css["table"]}>
              <thead>
                <tr>
                  {[columns.from, columns.by, columns.at, columns.delay].map((column) => (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {hops.map(({ at, by, delaySeconds, from, ip }, index) => (
                  // A hop has no identity other than its position in the list.
                  // oxlint-disable-next-line react/no-array-index-key
                  <tr key={index}>
                    <th scope="row">
                      <bdi>{from ?? words.unknownHost}</bdi>
                      {ip === null ? null : <span className={css["under"]}>{ip}</span>}
                    </th>
                    <td>
                      <bdi>{by ?? words.unknownHost}</bdi>
                    </td>
                    <td>{at === null ? "–" : format.dateTime(Date.parse(at))}</td>
                    <td className={css["number"]}>{delayOf(delaySeconds)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Card>
  )
}

const Findings = ({ findings }: Pick<MessageVerdict, "findings">) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(messageWords)
  return (
    <Card title={words.findings}>
      {findings.length === 0 ? <p className={css["soft"]}>{words.noFindings}</p> : null}
      <ul className={report["findings"]}>
        {findings.map(({ code, component, fix, message, reference, severity, step }, index) => (
          // A code may occur twice, so the code alone is not a unique key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${code} ${index}`} data-severity={severity}>
            <b>{common.domain.severity[severity] ?? severity}</b>
            <span>{words.components[component]}</span>
            <span>
              <span>{message}</span> <span className={css["small"]}>{reference}</span>
              {step === null ? null : <span className={css["under"]}>{step}</span>}
              {fix === null ? null : (
                <Fragment>
                  <span className={css["under"]}>{words.publish}:</span>
                  <code>
                    {fix.host} {fix.type} {fix.value}
                  </code>
                </Fragment>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export const MessageReport = ({ verdict }: { readonly verdict: MessageVerdict }) => {
  const { format } = useLanguage()
  const words = useScreenWords(messageWords)
  return (
    <div className={css["stack"]}>
      <Card title={words.verdictTitle}>
        <p className={css["strong"]} role="status">
          {words.verdict[verdict.verdict]}
        </p>
        <Facts
          rows={[
            [words.from, <bdi key="from">{verdict.from?.address ?? words.noAuthor}</bdi>],
            [words.sentAt, verdict.sentAt === null ? null : format.dateTime(Date.parse(verdict.sentAt))],
            [words.size, words.octets(format.number(verdict.size))]
          ]}
        />
      </Card>
      <Results verdict={verdict} />
      <Findings findings={verdict.findings} />
      <Hops hops={verdict.hops} />
    </div>
  )
}
