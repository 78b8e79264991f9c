import type { DomainTrial } from "@mon/model"
import css from "../form/AskPanel.module.css"
import { AskPanel } from "../form/AskPanel.tsx"
import { ServiceMessage } from "../ui/ServiceMessage.tsx"
import { useScreenWords } from "../words/useScreenWords.ts"
import { TriedCheck, useOutcome } from "./TriedCheck.tsx"
import { trialWords } from "./trialWords.ts"

const OF_TEXT = /text|json|xml/iu

const Shown = ({ trial }: { readonly trial: DomainTrial }) => {
  const { contentType, error, excerpt } = trial
  const text = useScreenWords(trialWords)
  return (
    <>
      {error === null ? null : (
        <p>
          <ServiceMessage message={error.message} />
        </p>
      )}
      <TriedCheck check={trial} />
      {excerpt === null ? (
        contentType !== null && OF_TEXT.test(contentType) ? (
          <p className={css["soft"]}>{text.hidden}</p>
        ) : null
      ) : (
        <pre className={css["lines"]} role="region" aria-label={text.excerpt} tabIndex={0}>
          <bdi>{excerpt}</bdi>
        </pre>
      )}
    </>
  )
}

export const TrialPanel = (
  props: Pick<Parameters<typeof AskPanel<DomainTrial>>[0], "addresses" | "ask" | "onProblem" | "options">
) => {
  const text = useScreenWords(trialWords)
  const outcomeOf = useOutcome()
  return (
    <AskPanel<DomainTrial> {...props} summaryOf={(trial) => outcomeOf(trial).join(" · ")} text={text}>
      {(trial) => <Shown trial={trial} />}
    </AskPanel>
  )
}
