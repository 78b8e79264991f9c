import type { Webhook, WebhookTest } from "@mon/model"
import { useState } from "react"
import { Link } from "wouter"
import { kindNames } from "../api/generalKinds.ts"
import { monitorPath } from "../api/monitors.ts"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { accountKeys, reread, useWebhooks } from "../api/accountQueries.ts"
import { useMonitors } from "../api/queries.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { Nothing, Screen } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { Ago } from "../ui/time.tsx"
import { useRemoval } from "../ui/useRemoval.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"
import { serviceText } from "../words/serviceText.ts"
import { WebhookDeliveries } from "./WebhookDeliveries.tsx"
import { WebhookDialog } from "./WebhookDialog.tsx"
import { useWebhookSources } from "./webhookSources.ts"

const isSuccess = (status: string): boolean => /^2\d\d$/u.test(status)

const Standing = ({ webhook }: { readonly webhook: Webhook }) => {
  const { words: common } = useLanguage()
  const words = useAccountWords().webhooks
  const { isActive, lastDeliveryAt, lastDeliveryStatus: status } = webhook
  if (!isActive) {
    return (
      <span className={css["chip"]} data-state="bad" title={words.inactiveHint}>
        {words.inactive}
      </span>
    )
  }
  if (status === null || lastDeliveryAt === null) return <span className={css["chip"]}>{words.unused}</span>
  return (
    <span className={css["chip"]} data-state={isSuccess(status) ? "good" : "bad"}>
      {/^\d+$/u.test(status) ? common.incident.status(Number(status)) : words.noAnswer} <Ago at={lastDeliveryAt} />
    </span>
  )
}

const Test = ({ webhook }: { readonly webhook: Webhook }) => {
  const { format, words: common } = useLanguage()
  const words = useAccountWords().webhooks
  const sentence = useSentence()
  const [isRunning, setRunning] = useState(false)
  const [result, setResult] = useState<WebhookTest | string | null>(null)
  const run = async () => {
    setRunning(true)
    try {
      setResult(await accountEndpoints.testWebhook(webhook.id))
    } catch (error) {
      setResult(sentence(error))
    }
    setRunning(false)
    void reread(accountKeys.webhooks)
  }
  const textOf = ({ delivered, error, responseTimeMs, statusCode }: WebhookTest) =>
    [
      delivered ? words.testSent : words.testFailed,
      ...(statusCode === null ? [] : [common.incident.status(statusCode)]),
      ...(responseTimeMs === null ? [] : [format.milliseconds(responseTimeMs)]),
      ...(error === null ? [] : [serviceText(common, error.message)])
    ].join(" · ")
  return (
    <>
      <Button disabled={isRunning} aria-label={words.testOne(webhook.label)} onClick={() => void run()}>
        {words.test}
      </Button>
      <span role="status" className={css["small"]}>
        {isRunning ? words.testing : result === null ? null : typeof result === "string" ? result : textOf(result)}
      </span>
    </>
  )
}

/**
 * Returns the id of the monitor whose events a webhook receives. Undefined: the webhook is not limited to one monitor.
 */
const monitorIdOf = (webhook: Webhook): string | undefined =>
  kindNames.map((kind) => webhook[`${kind}Id`]).find((id) => typeof id === "string")

const Row = ({ onRemove, webhook }: { readonly webhook: Webhook; readonly onRemove: () => void }) => {
  const words = useAccountWords().webhooks
  const types = useAccountWords().notifications.types
  const monitor = (useMonitors().data ?? []).find(({ id }) => id === monitorIdOf(webhook))
  const { events, id, label, url } = webhook
  return (
    <li className={css["text"]}>
      <div className={css["row"]}>
        <span className={css["grow"]}>
          <span className={css["strong"]}>
            <bdi>{label}</bdi>
          </span>
          <span className={css["under"]}>{url}</span>
        </span>
        {webhook.scope === "account" ? <span>{words.sources.account}</span> : null}
        {monitor === undefined ? null : (
          <Link href={monitorPath(monitor)}>
            <bdi>{monitor.name}</bdi>
          </Link>
        )}
        <Standing webhook={webhook} />
      </div>
      <p className={css["small"]}>
        {events.map((event) => (event === "test" ? words.test : types[event])).join(" · ")}
      </p>
      <div className={css["chips"]}>
        <Test webhook={webhook} />
        <Button kind="danger" aria-label={words.removeOne(label)} onClick={onRemove}>
          {words.remove}
        </Button>
        <Curl path={`/webhooks/${id}/test`} method="POST" label={words.testCall(label)} />
      </div>
      <WebhookDeliveries id={id} />
    </li>
  )
}

const Webhooks = () => {
  const words = useAccountWords().webhooks
  const { words: common } = useLanguage()
  const query = useWebhooks()
  const { manages, monitors } = useWebhookSources()
  const hasSources = manages || monitors.length > 0
  const [isCreating, setCreating] = useState(false)
  const removal = useRemoval<Webhook & { readonly name: string }>(words, async ({ id }) => {
    await accountEndpoints.removeWebhook(id)
    await reread(accountKeys.webhooks)
  })
  const create = (
    <Button kind="primary" disabled={!hasSources} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  )
  return (
    <Screen
      title={words.title}
      actions={
        <>
          <Curl path="/webhooks" />
          {create}
        </>
      }
    >
      <Loaded query={query}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Nothing title={words.none} hint={words.noneHint}>
              {monitors.length > 0 ? null : <ButtonLink href="/add">{common.nav.add}</ButtonLink>}
            </Nothing>
          ) : (
            <ul className={css["list"]}>
              {webhooks.map((webhook) => (
                <Row
                  key={webhook.id}
                  webhook={webhook}
                  onRemove={() => removal.ask({ ...webhook, name: webhook.label })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <WebhookDialog open={isCreating} onClose={() => setCreating(false)} />
      {removal.question}
    </Screen>
  )
}

export default Webhooks
