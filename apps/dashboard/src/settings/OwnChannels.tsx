import type { ChannelKindRecord, OwnChannel } from "@mon/model"
import { useState } from "react"
import { ChannelFields, settingsOf } from "../alerts/ChannelFields.tsx"
import { serviceSentence } from "../alerts/serviceSentence.ts"
import { DialogFoot } from "../form/DialogFoot.tsx"
import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { notify } from "../ui/notify.ts"
import { useReason, useSentence } from "../ui/Problem.tsx"
import css from "../ui/Screen.module.css"
import { useRemoval } from "../ui/useRemoval.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { useLanguage } from "../words/language.ts"
import { serviceText } from "../words/serviceText.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import {
  contactEndpoints,
  contactWords,
  MOST_CHANNELS,
  rereadContacts,
  useOwnChannelKinds,
  useOwnChannels
} from "./contactQueries.ts"

const NAME_LENGTH = 60

/** Sends the code of a channel. Returns a sentence about the outcome. */
const useSendCode = () => {
  const { words: common } = useLanguage()
  const words = useScreenWords(contactWords)
  const reason = useReason()
  return async (id: string): Promise<string> => {
    try {
      const { error } = await contactEndpoints.sendCode(id)
      return error === null ? words.codeSent : words.codeFailed(serviceText(common, error.message))
    } catch (error) {
      return words.codeFailed(serviceSentence(reason(error), common.language))
    }
  }
}

const CodeDialog = ({
  channel,
  onClose,
  sent
}: {
  readonly channel: OwnChannel
  /** What happened to the code that was sent last. Null: no code was sent just now. */
  readonly sent: string | null
  readonly onClose: () => void
}) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(contactWords)
  const sendCode = useSendCode()
  const [outcome, setOutcome] = useState(sent)
  const [isSending, setSending] = useState(false)
  const { isRunning, onSubmit, problem } = useSubmit(async (data) => {
    await contactEndpoints.verify(channel.id, String(data.get("code")).trim())
    await rereadContacts()
    notify(words.verified(channel.name))
    onClose()
  })
  const again = async () => {
    setSending(true)
    setOutcome(await sendCode(channel.id))
    setSending(false)
  }
  return (
    <Dialog open onClose={onClose} title={words.codeTitle(channel.name)}>
      <form className={form["plain"]} onSubmit={onSubmit}>
        <p role="status">{outcome}</p>
        <Field label={words.code} hint={words.codeHint}>
          {(shared) => (
            <input
              {...shared}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern=" *[0-9]{6} *"
              required
            />
          )}
        </Field>
        <div>
          <Button disabled={isSending} onClick={() => void again()}>
            {words.sendAgain}
          </Button>
        </div>
        <DialogFoot
          action={words.verify}
          isDisabled={isRunning}
          onClose={onClose}
          problem={problem === null ? null : serviceSentence(problem, common.language)}
        />
      </form>
    </Dialog>
  )
}

const AddDialog = ({
  kinds,
  onAdded,
  onClose
}: {
  readonly kinds: ReadonlyArray<ChannelKindRecord>
  readonly onAdded: (channel: OwnChannel, sent: string) => void
  readonly onClose: () => void
}) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(contactWords)
  const sendCode = useSendCode()
  const [chosen, setChosen] = useState<string | null>(null)
  const kind = kinds.find((one) => one.kind === chosen) ?? kinds.find(({ inPlan }) => inPlan) ?? kinds[0]
  const { isRunning, onSubmit, problem } = useSubmit(async (data) => {
    if (kind === undefined) return
    const name = String(data.get("name")).trim()
    const settings = settingsOf(kind, data)
    const channel = await contactEndpoints.create({ kind: kind.kind, settings, ...(name === "" ? {} : { name }) })
    const sent = await sendCode(channel.id)
    await rereadContacts()
    onAdded(channel, sent)
  })
  if (kind === undefined) return null
  return (
    <Dialog open onClose={onClose} title={words.addTitle}>
      <form className={form["plain"]} onSubmit={onSubmit}>
        <Field label={words.kind} hint={kind.about}>
          {(shared) => (
            <select {...shared} value={kind.kind} onChange={({ target }) => setChosen(target.value)}>
              {kinds.map(({ inPlan, kind: id, name }) => (
                <option key={id} value={id} disabled={!inPlan}>
                  {inPlan ? name : words.notInPlan(name)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <details className={css["details"]}>
          <summary>{words.steps}</summary>
          <ol>
            {kind.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
        <ChannelFields key={kind.kind} kind={kind} />
        <Field label={words.name} hint={words.nameHint}>
          {(shared) => (
            <input {...shared} name="name" maxLength={NAME_LENGTH} autoComplete="off" placeholder={kind.name} />
          )}
        </Field>
        <DialogFoot
          action={words.save}
          isDisabled={isRunning}
          onClose={onClose}
          problem={problem === null ? null : serviceSentence(problem, common.language, kind.settings)}
        />
      </form>
    </Dialog>
  )
}

const Row = ({
  channel,
  onRemove,
  onVerify,
  service
}: {
  readonly channel: OwnChannel
  readonly service: string
  readonly onRemove: () => void
  readonly onVerify: () => void
}) => {
  const words = useScreenWords(contactWords)
  const sentence = useSentence()
  const { id, isActive, name, stoppedBy } = channel
  const switchTo = async (wanted: boolean) => {
    try {
      await contactEndpoints.update(id, { isActive: wanted })
      await rereadContacts()
    } catch (error) {
      notify(sentence(error))
    }
  }
  const isOff = stoppedBy === "owner" || stoppedBy === "refused" || stoppedBy === "failing"
  return (
    <li className={css["row"]}>
      <span className={css["grow"]}>
        <b>{name}</b> <span className={css["under"]}>{service}</span>
      </span>
      <span className={css["chip"]} data-state={isActive ? "good" : "fair"}>
        {words.states[stoppedBy ?? "active"]}
      </span>
      {stoppedBy === "unverified" ? (
        <Button aria-label={words.verifyOne(name)} onClick={onVerify}>
          {words.enterCode}
        </Button>
      ) : null}
      {isOff ? (
        <Button aria-label={words.switchOnOne(name)} onClick={() => void switchTo(true)}>
          {words.switchOn}
        </Button>
      ) : null}
      {isActive ? (
        <Button aria-label={words.switchOffOne(name)} onClick={() => void switchTo(false)}>
          {words.switchOff}
        </Button>
      ) : null}
      <Button kind="danger" aria-label={words.removeOne(name)} onClick={onRemove}>
        {words.remove}
      </Button>
    </li>
  )
}

/** Shows the viewer's own channels, and lets the viewer add, verify and delete them. */
export const OwnChannels = () => {
  const words = useScreenWords(contactWords)
  const query = useOwnChannels()
  const kinds = useOwnChannelKinds().data ?? []
  const [isAdding, setAdding] = useState(false)
  const [verifying, setVerifying] = useState<{ readonly channel: OwnChannel; readonly sent: string | null } | null>(
    null
  )
  const removal = useRemoval<OwnChannel>(words, async ({ id }) => {
    await contactEndpoints.remove(id)
    await rereadContacts()
  })
  const serviceOf = (kind: string) => kinds.find((one) => one.kind === kind)?.name ?? kind
  return (
    <Card title={words.channels}>
      <Loaded query={query} rows={2}>
        {(channels) => (
          <div className={css["text"]}>
            <p>
              {words.channelsHint} {words.used(channels.length, MOST_CHANNELS)}
            </p>
            {channels.length === 0 ? (
              <p className={css["soft"]}>{words.none}</p>
            ) : (
              <ul className={css["list"]}>
                {channels.map((channel) => (
                  <Row
                    key={channel.id}
                    channel={channel}
                    service={serviceOf(channel.kind)}
                    onRemove={() => removal.ask(channel)}
                    onVerify={() => setVerifying({ channel, sent: null })}
                  />
                ))}
              </ul>
            )}
            {channels.length >= MOST_CHANNELS ? null : (
              <div>
                <Button disabled={kinds.length === 0} onClick={() => setAdding(true)}>
                  {words.add}
                </Button>
              </div>
            )}
          </div>
        )}
      </Loaded>
      {isAdding ? (
        <AddDialog
          kinds={kinds}
          onClose={() => setAdding(false)}
          onAdded={(channel, sent) => {
            setAdding(false)
            setVerifying({ channel, sent })
          }}
        />
      ) : null}
      {verifying === null ? null : (
        <CodeDialog key={verifying.channel.id} {...verifying} onClose={() => setVerifying(null)} />
      )}
      {removal.question}
    </Card>
  )
}
