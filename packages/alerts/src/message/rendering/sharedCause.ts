import { nameOf, oneLine } from "../ForeignText.ts"
import { enumerate, linkTo, type Notice, row } from "../Notice.ts"
import type { Digest, DigestCause } from "../RenderableFact.ts"
import type { Voice } from "../words/Voice.ts"
import { lastChanges, timeOf, transitionList } from "./domainState.ts"

const NAMES_SHOWN = 3
const PLACE_CHARACTERS = 120

/** Returns the address, network or name servers that the monitors share, such as `at 203.0.113.7`. */
const placeOf = ({ kind, value }: DigestCause, { words }: Voice): string =>
  words.sharedCause.places[kind](oneLine(value, PLACE_CHARACTERS))

export const renderSharedCause = ({ transitions }: Digest, cause: DigestCause, voice: Voice): Notice => {
  const { link, time, words } = voice
  const { digest, down, sharedCause, up } = words
  const { downs, ups } = lastChanges(transitions)
  const place = placeOf(cause, voice)
  const isDown = downs.length > 0
  const [first] = transitions.map(timeOf).toSorted()
  const names = (isDown ? downs : ups).map(({ monitor }) => nameOf(monitor, words))
  const state = isDown
    ? sharedCause.areDown(downs.length, place, cause.isRest)
    : sharedCause.areUp(ups.length, place, cause.isRest)
  const lead = [
    sharedCause.lead(state, enumerate(names, NAMES_SHOWN, words)),
    ...(isDown && !cause.isRest && cause.failing > 0 ? [sharedCause.failing(cause.failing)] : []),
    ...(isDown && ups.length > 0 ? [`${sharedCause.areUp(ups.length, place, false)}.`] : [])
  ]
  return {
    tone: isDown ? "down" : "up",
    word: isDown ? down.word : up.word,
    subject: `${isDown ? down.word : up.word} ${sharedCause.monitors(isDown ? downs.length : ups.length, place, cause.isRest)}`,
    headline: state,
    lead: lead.join(" "),
    rows: [
      ...row(sharedCause.label, sharedCause.names[cause.kind](oneLine(cause.value, PLACE_CHARACTERS))),
      ...row(words.labels.firstChange, first === undefined ? null : time(first))
    ],
    sections: [...transitionList(digest.downList, downs, voice), ...transitionList(digest.upList, ups, voice)],
    link: linkTo(sharedCause.link, link)
  }
}
