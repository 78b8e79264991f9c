import type { Heartbeat } from "@mon/model"
import { useState } from "react"
import { storeRecord } from "../api/kindQueries.ts"
import { notify } from "../ui/notify.ts"
import { useSentence } from "../ui/Problem.tsx"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { Copy } from "../ui/Copy.tsx"
import screen from "../ui/Screen.module.css"
import { useNow } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Heartbeat.module.css"
import { readPingKey, rotatePingUrl } from "./heartbeatQueries.ts"
import { pingExamples } from "./pingExamples.ts"
import { useHeartbeatWords } from "./useHeartbeatWords.ts"

const Examples = ({ pingUrl }: { readonly pingUrl: string }) => {
  const words = useHeartbeatWords().setup
  const examples = pingExamples(pingUrl)
  const [id, setId] = useState(examples[0]?.id)
  const shown = examples.find((example) => example.id === id)
  if (shown === undefined) return null
  return (
    <>
      <div className={css["tools"]} role="group" aria-label={words.tool}>
        {examples.map((example) => (
          <button
            key={example.id}
            type="button"
            className={css["tool"]}
            aria-pressed={example.id === id}
            onClick={() => setId(example.id)}
          >
            {example.title}
          </button>
        ))}
      </div>
      <div className={css["example"]}>
        <pre className={screen["code"]} tabIndex={0} aria-label={`${words.tool} ${shown.title}`}>
          {shown.code}
        </pre>
        <Copy text={shown.code} label={words.copyExample(shown.title)} />
      </div>
    </>
  )
}

const SLUG_LENGTH = 100

/** Returns the name of a heartbeat in ping URLs. The service derives it in the same way. */
const slugOf = ({ name, slug }: Heartbeat): string =>
  slug ??
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/gu, "-")
    .replaceAll(/^-+|-+$/gu, "")
    .slice(0, SLUG_LENGTH)

/** Shows a secret address, and a button that copies it. */
const Address = ({
  copy,
  label,
  text
}: {
  readonly text: string
  readonly label: string
  /** The label of the button. */
  readonly copy: string
}) => (
  <div className={screen["secret"]}>
    <code aria-label={label}>{text}</code>
    <Copy text={text} label={copy} />
  </div>
)

const ByEmail = ({ address }: { readonly address: string }) => {
  const words = useHeartbeatWords().setup
  return (
    <section className={css["way"]} aria-label={words.byEmail}>
      <h3>{words.byEmail}</h3>
      <p className={css["soft"]}>{words.byEmailHint}</p>
      <Address text={address} label={words.email} copy={words.copyEmail} />
    </section>
  )
}

/** Shows, after a click, the ping URL that consists of the account's key and the name of the heartbeat. */
const NamedUrl = ({ record }: { readonly record: Heartbeat }) => {
  const words = useHeartbeatWords().setup
  const sentence = useSentence()
  const [key, setKey] = useState<Awaited<ReturnType<typeof readPingKey>> | null>(null)
  const named = (address: string) => address.replace("<slug>", slugOf(record))
  const show = async () => {
    try {
      setKey(await readPingKey())
    } catch (error) {
      notify(sentence(error))
    }
  }
  return (
    <section className={css["way"]} aria-label={words.named}>
      <h3>{words.named}</h3>
      <p className={css["soft"]}>{words.namedHint}</p>
      {key === null ? (
        <Button onClick={() => void show()}>{words.showNamed}</Button>
      ) : (
        <>
          <Address text={named(key.url)} label={words.named} copy={words.copyNamed} />
          {key.email === null ? null : (
            <Address text={named(key.email)} label={words.namedEmail} copy={words.copyNamedEmail} />
          )}
          <p className={screen["small"]}>{words.key}</p>
        </>
      )}
    </section>
  )
}

const Rotation = ({ record: { earlierPingUrl, id } }: { readonly record: Heartbeat }) => {
  const { format } = useLanguage()
  const words = useHeartbeatWords().setup
  const now = useNow()
  const [isAsking, setAsking] = useState(false)
  const rotate = async () => {
    storeRecord("heartbeat", await rotatePingUrl(id))
    notify(words.rotated)
  }
  return (
    <>
      {earlierPingUrl === null ? null : (
        <p className={screen["small"]}>
          {words.earlier(format.dateTime(Date.parse(earlierPingUrl.endsAt)))}{" "}
          {earlierPingUrl.lastUsedAt === null
            ? words.earlierUnused
            : words.earlierUsed(format.ago(Date.parse(earlierPingUrl.lastUsedAt), now))}
        </p>
      )}
      <div className={screen["end"]}>
        <Button onClick={() => setAsking(true)}>{words.rotate}</Button>
      </div>
      <Confirm
        open={isAsking}
        title={words.rotateTitle}
        action={words.rotate}
        onConfirm={rotate}
        onClose={() => setAsking(false)}
      >
        <p>{words.rotateHint}</p>
      </Confirm>
    </>
  )
}

/** Shows the ping URL of a heartbeat, and how different tools send a ping to it. */
export const HowToPing = ({ record }: { readonly record: Heartbeat }) => {
  const words = useHeartbeatWords().setup
  const { lastPingAt, pingEmail, pingUrl } = record
  return (
    <Card title={words.title}>
      {pingUrl === null ? (
        <p className={css["soft"]}>{words.hidden}</p>
      ) : (
        <div className={screen["text"]}>
          {lastPingAt === null ? <p role="status">{words.waiting}</p> : null}
          <p className={css["soft"]}>{words.hint}</p>
          <Address text={pingUrl} label={words.url} copy={words.copyUrl} />
          <p className={screen["small"]}>{words.secret}</p>
          <Examples pingUrl={pingUrl} />
          {pingEmail === null ? null : <ByEmail address={pingEmail} />}
          {record.access === "owner" ? <NamedUrl record={record} /> : null}
          <Rotation record={record} />
        </div>
      )}
    </Card>
  )
}
