import type { ReceiverChange } from "@mon/api-contract"
import { useState } from "react"
import { ownValue } from "../words/ownValue.ts"
import { Confirm } from "../ui/Confirm.tsx"
import css from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { listed } from "./routeText.ts"
import { routesWords } from "./routesWords.ts"

/** The largest number of monitors or receivers in a sentence. */
const NAMES_SHOWN = 20

interface Changes {
  readonly receivers: ReadonlyArray<ReceiverChange>
}

const useReceiverSentence = (): ((change: ReceiverChange) => string) => {
  const words = useScreenWords(routesWords)
  const targets = (names: ReadonlyArray<string>): string =>
    listed(
      names.map((name) => ownValue(words.targets, name) ?? name),
      words.and,
      words,
      NAMES_SHOWN
    )
  return ({ after, before, kinds, monitors }) => {
    const which = kinds.length === 0 ? "" : ` (${kinds.map((kind) => words.kinds[kind]).join(", ")})`
    const about = `${listed(monitors, words.and, words, NAMES_SHOWN)}${which}`
    const lost = targets(before.filter((one) => !after.includes(one)))
    const gained = targets(after.filter((one) => !before.includes(one)))
    if (after.length === 0) return words.nobodyReceives(about, lost)
    if (gained === "") return words.loses(lost, about)
    return lost === "" ? words.gains(gained, about) : words.swaps(gained, lost, about)
  }
}

export const ReceiverChanges = ({ receivers }: Changes) => {
  const words = useScreenWords(routesWords)
  const sentenceOf = useReceiverSentence()
  if (receivers.length === 0) return null
  return (
    <>
      <p className={css["small"]}>{words.receiversHint}</p>
      <ul className={css["list"]}>
        {receivers.map((change) => (
          <li key={change.message} className={change.after.length === 0 ? css["bad"] : css["fair"]}>
            <bdi>{sentenceOf(change)}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}

interface Question extends Changes {
  readonly answer: (agrees: boolean) => void
}

/**
 * Asks before a change that affects who receives alerts. `agrees` resolves with the person's answer, or with true at
 * once if no receiver changes. `question` is the dialog.
 */
export const useReceiverQuestion = () => {
  const words = useScreenWords(routesWords)
  const [asked, setAsked] = useState<Question | null>(null)
  const agrees = ({ receivers }: Changes): Promise<boolean> =>
    receivers.length === 0
      ? Promise.resolve(true)
      : new Promise((resolve) => {
          setAsked({ receivers, answer: resolve })
        })
  const answer = (isAgreed: boolean) => {
    asked?.answer(isAgreed)
    setAsked(null)
  }
  const question = (
    <Confirm
      open={asked !== null}
      title={words.receiversTitle}
      action={words.receiversAction}
      onConfirm={() => Promise.resolve(answer(true))}
      onClose={() => answer(false)}
    >
      <ReceiverChanges receivers={asked?.receivers ?? []} />
    </Confirm>
  )
  return { agrees, question }
}
