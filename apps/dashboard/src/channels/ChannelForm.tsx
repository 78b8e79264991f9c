import type { AlertChannel, ChannelKindRecord } from "@mon/model"
import { type ReactNode, useRef, useState } from "react"
import { useLocation } from "wouter"
import { Field, FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { QuietHoursField } from "./QuietHoursField.tsx"
import { asksPassword } from "../account/asksPassword.ts"
import { ConfirmPassword } from "../account/ConfirmPassword.tsx"
import { notify } from "../ui/notify.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import screen from "../ui/Screen.module.css"
import { useSubmit } from "../ui/useSubmit.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { ChannelFields, settingsOf } from "../alerts/ChannelFields.tsx"
import { channelEndpoints, rereadChannels } from "../alerts/channelQueries.ts"
import css from "./Channels.module.css"
import { toRequestHours } from "../alerts/weeklyHours.ts"
import { channelsWords } from "../alerts/channelsWords.ts"
import { serviceSentence } from "../alerts/serviceSentence.ts"
import { useTest } from "./useTest.tsx"

const NAME_LENGTH = 60

export const ChannelForm = ({
  channel,
  children,
  kind
}: {
  readonly kind: ChannelKindRecord
  /** The channel to edit. Null: the form creates a new channel. */
  readonly channel: AlertChannel | null
  readonly children?: ReactNode
}) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(channelsWords)
  const [, navigate] = useLocation()
  const element = useRef<HTMLFormElement>(null)
  const [waiting, setWaiting] = useState<FormData | null>(null)
  const [quietHours, setQuietHours] = useState(channel?.quietHours ?? null)
  const store = async (data: FormData) => {
    const name = String(data.get("name")).trim()
    const values = {
      ...(name === "" ? {} : { name }),
      settings: settingsOf(kind, data),
      inDefaultRoute: data.has("inDefaultRoute"),
      quietHours: quietHours === null ? null : toRequestHours(quietHours)
    }
    const stored =
      channel === null
        ? await channelEndpoints.create({ kind: kind.kind, ...values })
        : await channelEndpoints.update(channel.id, values)
    await rereadChannels()
    notify(channel === null ? words.added(stored.name) : words.saved(stored.name))
    navigate("/channels")
  }
  const { isRunning, onChange, onSubmit, problem } = useSubmit(async (data) => {
    try {
      await store(data)
    } catch (error) {
      if (!asksPassword(error)) throw error
      setWaiting(data)
    }
  })
  const test = useTest(
    () =>
      channelEndpoints.test({
        kind: kind.kind,
        settings: settingsOf(kind, new FormData(element.current ?? undefined))
      }),
    kind
  )
  return (
    <div className={css["sides"]}>
      <form ref={element} className={form["form"]} onChange={onChange} onSubmit={onSubmit}>
        <ChannelFields kind={kind} {...(channel === null ? {} : { values: channel.settings })} />
        <Field label={words.optional(words.name)} hint={words.nameHint}>
          {(shared) => (
            <input
              {...shared}
              name="name"
              maxLength={NAME_LENGTH}
              autoComplete="off"
              defaultValue={channel?.name}
              placeholder={kind.name}
            />
          )}
        </Field>
        <div className={form["field"]}>
          <label className={form["check"]}>
            <input type="checkbox" name="inDefaultRoute" defaultChecked={channel?.inDefaultRoute ?? true} /> {words.all}
          </label>
          <p>{words.allHint}</p>
        </div>
        <QuietHoursField hours={quietHours} onChange={setQuietHours} />
        <FormProblem problem={problem === null ? null : serviceSentence(problem, common.language, kind.settings)} />
        {channel === null ? test.outcome : null}
        <div className={form["save"]}>
          <Button type="submit" kind="primary" disabled={isRunning}>
            {channel === null ? words.save : common.form.save}
          </Button>
          {channel === null ? (
            <Button
              disabled={test.isRunning}
              onClick={() => (element.current?.reportValidity() === true ? test.run() : undefined)}
            >
              {words.test}
            </Button>
          ) : (
            <ButtonLink href="/channels">{common.dialog.cancel}</ButtonLink>
          )}
        </div>
      </form>
      <div className={css["aside"]}>
        <Card title={words.steps}>
          <ol>
            {kind.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Card>
        <Card title={words.appearance}>
          <p className={screen["text"]}>{kind.appearance}</p>
        </Card>
        {children}
      </div>
      <ConfirmPassword
        open={waiting !== null}
        onClose={() => setWaiting(null)}
        onConfirmed={() => (waiting === null ? Promise.resolve() : store(waiting))}
      />
    </div>
  )
}
