import type { ContactRules, ContactTest, ContactUrgency, OwnChannel } from "@mon/model"
import { useState } from "react"
import { useAccount } from "../api/queries.ts"
import { serviceSentence } from "../alerts/serviceSentence.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { notify } from "../ui/notify.ts"
import { useReason } from "../ui/Problem.tsx"
import css from "../ui/Screen.module.css"
import { useSubmit } from "../ui/useSubmit.ts"
import { useLanguage } from "../words/language.ts"
import { serviceText } from "../words/serviceText.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import {
  contactEndpoints,
  contactWords,
  MOST_MINUTES,
  MOST_RULES,
  rereadContacts,
  useContactRules,
  useOwnChannels
} from "./contactQueries.ts"
import { OwnChannels } from "./OwnChannels.tsx"

const NEXT_AFTER_MINUTES = 5

/** A rule while it is edited. */
interface RuleDraft {
  readonly key: number
  readonly afterMinutes: string
  readonly via: string
}

const draftsOf = (rules: ContactRules[ContactUrgency]): ReadonlyArray<RuleDraft> =>
  rules.map(({ afterMinutes, via }, key) => ({ key, afterMinutes: String(afterMinutes), via }))

const RuleFields = ({
  channels,
  list,
  number,
  onChange,
  onRemove,
  rule
}: {
  readonly channels: ReadonlyArray<OwnChannel>
  /** The name of the list, for screen readers. */
  readonly list: string
  readonly number: number
  readonly rule: RuleDraft
  readonly onChange: (rule: RuleDraft) => void
  readonly onRemove: (() => void) | null
}) => {
  const words = useScreenWords(contactWords)
  const address = useAccount().data?.email ?? ""
  return (
    <fieldset className={form["item"]}>
      <legend>{words.rule(number)}</legend>
      <Field label={words.minutes}>
        {(shared) => (
          <input
            {...shared}
            type="number"
            required
            min={0}
            max={MOST_MINUTES}
            value={rule.afterMinutes}
            onChange={({ target }) => onChange({ ...rule, afterMinutes: target.value })}
          />
        )}
      </Field>
      <Field label={words.via}>
        {(shared) => (
          <select {...shared} value={rule.via} onChange={({ target }) => onChange({ ...rule, via: target.value })}>
            <option value="email">{words.email(address)}</option>
            {channels.map(({ id, isActive, name, stoppedBy }) => (
              <option key={id} value={id}>
                {isActive || stoppedBy === null ? name : `${name} (${words.states[stoppedBy]})`}
              </option>
            ))}
          </select>
        )}
      </Field>
      {onRemove === null ? null : (
        <Button aria-label={words.removeRuleFrom(number, list)} onClick={onRemove}>
          {words.removeRule(number)}
        </Button>
      )}
    </fieldset>
  )
}

/** Sends a test alert by the saved rules, and shows what happened to each message. */
const TestAlert = ({ list, urgency }: { readonly urgency: ContactUrgency; readonly list: string }) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(contactWords)
  const reason = useReason()
  const [isRunning, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<ReadonlyArray<ContactTest> | string | null>(null)
  const run = async () => {
    setRunning(true)
    setOutcome(null)
    try {
      setOutcome(await contactEndpoints.test(urgency))
    } catch (error) {
      setOutcome(serviceSentence(reason(error), common.language))
    }
    setRunning(false)
  }
  const lines =
    outcome === null
      ? []
      : typeof outcome === "string"
        ? [outcome]
        : outcome.map(({ afterMinutes, error, name }) =>
            error === null
              ? words.tested(name, afterMinutes)
              : words.notTested(name, serviceSentence(serviceText(common, error.message), common.language))
          )
  return (
    <>
      <div className={form["save"]}>
        <Button aria-label={words.testOne(list)} disabled={isRunning} onClick={() => void run()}>
          {words.test}
        </Button>
        <span className={css["small"]}>{words.testHint}</span>
      </div>
      <div role="status">
        {isRunning ? words.testing : null}
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </>
  )
}

const RuleList = ({
  channels,
  rules,
  urgency
}: {
  readonly channels: ReadonlyArray<OwnChannel>
  readonly rules: ContactRules[ContactUrgency]
  readonly urgency: ContactUrgency
}) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(contactWords)
  const list = words[urgency]
  // After a change elsewhere, such as the deletion of a channel, the fields show the new rules.
  const [known, setKnown] = useState(rules)
  const [drafts, setDrafts] = useState(() => draftsOf(rules))
  if (known !== rules) {
    setKnown(rules)
    setDrafts(draftsOf(rules))
  }
  const isChanged = JSON.stringify(drafts) !== JSON.stringify(draftsOf(rules))
  const { isRunning, onSubmit, problem } = useSubmit(async () => {
    const wanted = drafts.map(({ afterMinutes, via }) => ({ afterMinutes: Number(afterMinutes), via }))
    await contactEndpoints.updateRules({ [urgency]: wanted })
    await rereadContacts()
    notify(words.savedRules)
  }, isChanged)
  const add = () => {
    const last = drafts.at(-1)
    const minutes = Math.min(MOST_MINUTES, Number(last?.afterMinutes ?? 0) + NEXT_AFTER_MINUTES)
    const key = Math.max(-1, ...drafts.map((rule) => rule.key)) + 1
    setDrafts([...drafts, { key, afterMinutes: String(minutes), via: "email" }])
  }
  return (
    <form className={form["plain"]} onSubmit={onSubmit}>
      <fieldset className={form["parts"]}>
        <legend>{list}</legend>
        <p>{words[`${urgency}Hint`]}</p>
        {drafts.map((rule, index) => (
          <RuleFields
            key={rule.key}
            channels={channels}
            list={list}
            number={index + 1}
            rule={rule}
            onChange={(changed) => setDrafts(drafts.map((one) => (one.key === rule.key ? changed : one)))}
            onRemove={drafts.length === 1 ? null : () => setDrafts(drafts.filter(({ key }) => key !== rule.key))}
          />
        ))}
        {drafts.length >= MOST_RULES ? null : (
          <Button aria-label={words.addRuleTo(list)} onClick={add}>
            {words.addRule}
          </Button>
        )}
      </fieldset>
      <FormProblem problem={problem === null ? null : serviceSentence(problem, common.language)} />
      <div className={form["save"]}>
        <Button type="submit" kind="primary" aria-label={`${words.saveRules}: ${list}`} disabled={isRunning}>
          {words.saveRules}
        </Button>
      </div>
      <TestAlert list={list} urgency={urgency} />
    </form>
  )
}

/** Shows how the viewer is reached by alerts: own channels, and rules for both urgencies. */
export const Contact = () => {
  const words = useScreenWords(contactWords)
  const query = useContactRules()
  const channels = useOwnChannels().data ?? []
  return (
    <div className={css["stack"]}>
      <p>{words.about}</p>
      <OwnChannels />
      <Card title={words.rules}>
        <Loaded query={query} rows={3}>
          {(rules) => (
            <div className={css["text"]}>
              <p>{words.rulesHint}</p>
              <div className={css["halves"]}>
                <RuleList channels={channels} rules={rules.high} urgency="high" />
                <RuleList channels={channels} rules={rules.low} urgency="low" />
              </div>
            </div>
          )}
        </Loaded>
      </Card>
    </div>
  )
}
