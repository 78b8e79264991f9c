import { useEffect, useRef, useState } from "react"
import { Link } from "wouter"
import { change } from "../api/client.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import { FileOrText } from "../form/FileOrText.tsx"
import form from "../form/Form.module.css"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { Screen } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { useSubmit } from "../ui/useSubmit.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { MessageReport, type MessageVerdict } from "./MessageReport.tsx"
import { messageWords } from "./messageWords.ts"

/** The largest request that the API accepts, in bytes. */
const MOST_BYTES = 1_048_576

const bytesOf = (value: unknown): number => new Blob([JSON.stringify(value)]).size

const MessageForm = ({ onChecked }: { readonly onChecked: (verdict: MessageVerdict | null) => void }) => {
  const words = useScreenWords(messageWords)
  const [message, setMessage] = useState("")
  const [fault, setFault] = useState<string | null>(null)
  const { isRunning, onSubmit, problem } = useSubmit(async (data) => {
    const textOf = (name: string) => String(data.get(name) ?? "").trim()
    const [clientIp, mailFrom] = [textOf("clientIp"), textOf("mailFrom")]
    const body = { message, ...(clientIp === "" ? {} : { clientIp }), ...(mailFrom === "" ? {} : { mailFrom }) }
    onChecked(null)
    const isLarge = bytesOf(body) > MOST_BYTES
    setFault(isLarge ? words.large : null)
    if (!isLarge) onChecked(await change<MessageVerdict>("POST", "/email-health/message", body))
  })
  const take = async (file: File) => {
    setFault(file.size > MOST_BYTES ? words.large : null)
    if (file.size <= MOST_BYTES) setMessage(await file.text())
  }
  return (
    <Card title={words.formTitle}>
      <FileOrText
        words={words}
        hint={words.hint}
        accept=".eml,.txt,message/rfc822,text/plain"
        text={message}
        onText={setMessage}
        onFile={(file) => void take(file)}
        onSubmit={onSubmit}
      >
        <details className={form["more"]}>
          <summary>{words.envelope}</summary>
          <Field label={words.ip} hint={words.ipHint}>
            {(shared) => <input {...shared} name="clientIp" autoComplete="off" spellCheck={false} maxLength={45} />}
          </Field>
          <Field label={words.mailFrom} hint={words.mailFromHint}>
            {(shared) => <input {...shared} name="mailFrom" autoComplete="off" spellCheck={false} maxLength={320} />}
          </Field>
        </details>
        <FormProblem problem={fault ?? problem} />
        <div className={form["save"]}>
          <Button type="submit" kind="primary" disabled={isRunning || message.trim() === ""}>
            {isRunning ? words.checking : words.check}
          </Button>
        </div>
      </FileOrText>
    </Card>
  )
}

const MessageCheck = () => {
  const words = useScreenWords(messageWords)
  const [verdict, setVerdict] = useState<MessageVerdict | null>(null)
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (verdict !== null) shown.current?.focus()
  }, [verdict])
  return (
    <Screen title={words.title} note={words.note} actions={<Link href="/mail">{words.back}</Link>}>
      <div className={css["stack"]}>
        <MessageForm onChecked={setVerdict} />
        <div ref={shown} tabIndex={-1}>
          {verdict === null ? null : <MessageReport verdict={verdict} />}
        </div>
      </div>
    </Screen>
  )
}

export default MessageCheck
