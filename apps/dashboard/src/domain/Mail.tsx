import type { Domain } from "@mon/model"
import { useState } from "react"
import { endpoints } from "../api/endpoints.ts"
import { keys, queryClient, useEmailHealth } from "../api/queries.ts"
import { notify } from "../shell/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { Problem, useSentence } from "../ui/Problem.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"
import { GradeMark } from "../ui/StateMark.tsx"
import { Ago } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { MailExtras } from "./MailExtras.tsx"
import css from "./Domain.module.css"

const components = ["mx", "spf", "dkim", "dmarc", "blacklist"] as const

const CopyField = ({ name, value }: { readonly name: string; readonly value: string }) => {
  const { words } = useLanguage()
  const copy = () => navigator.clipboard.writeText(value).then(() => notify(words.domain.copied))
  return (
    <div className={css["record"]}>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
        {navigator.clipboard === undefined ? null : (
          <Button onClick={() => void copy()} aria-label={words.domain.copyField(name)}>
            {words.domain.copy}
          </Button>
        )}
      </dd>
    </div>
  )
}

/** The email health of a domain: components, findings, and the records to publish. */
export const Mail = ({ domain: { id } }: { readonly domain: Domain }) => {
  const { words } = useLanguage()
  const sentence = useSentence()
  const [isChecking, setChecking] = useState(false)
  const { data, error, refetch } = useEmailHealth(id, true)
  if (data === undefined)
    return error === null ? <Skeleton /> : <Problem error={error} onRetry={() => void refetch()} />
  const again = async () => {
    setChecking(true)
    try {
      queryClient.setQueryData([...keys.domain(id), "email-health"], await endpoints.emailHealth(id, true))
    } catch (problem) {
      notify(sentence(problem))
    }
    setChecking(false)
  }
  return (
    <div className={css["stack"]}>
      <Card
        title={words.domain.mail}
        action={
          <Button onClick={() => void again()} disabled={isChecking}>
            {words.domain.checkAgain}
          </Button>
        }
      >
        <p className={css["grade"]}>
          {data.grade === null ? null : <GradeMark grade={data.grade} large />}
          <span>
            {data.score === null ? null : words.domain.mailScore(data.score)}{" "}
            <span className={css["soft"]}>
              <Ago at={data.checkedAt} />
            </span>
          </span>
        </p>
        <ul className={css["components"]}>
          {components.map((name) => (
            <li key={name} data-level={data[name].status}>
              <b>{words.domain.components[name]}</b> {data[name].score ?? "–"}
              <meter min={0} max={100} value={data[name].score ?? 0} aria-hidden />
            </li>
          ))}
        </ul>
        {data.incomplete ? <p className={css["notice"]}>{words.domain.incomplete}</p> : null}
      </Card>
      <MailExtras extras={data.extras} />
      {data.findings.length === 0 ? <p>{words.domain.noFindings}</p> : null}
      <ul className={css["findings"]}>
        {data.findings.map(({ code, fix, message, reference, severity }, index) => (
          <li key={`${code} ${index}`} data-severity={severity}>
            <p>
              <b>{words.domain.severity[severity] ?? severity}</b> {message}{" "}
              <span className={css["soft"]}>{reference}</span>
            </p>
            {fix === null ? null : (
              <dl className={css["fix"]} aria-label={words.domain.publish}>
                <CopyField name={words.domain.host} value={fix.host} />
                <CopyField name={words.domain.type} value={fix.type} />
                <CopyField name={words.domain.value} value={fix.value} />
              </dl>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
