import type { OnCallPerson } from "@mon/model"
import { useScreenWords } from "../words/useScreenWords.ts"
import { onCallNowWords } from "./onCallNowWords.ts"

/** Shows the names of people, or that nobody is on call. */
export const PersonNames = ({ people }: { readonly people: ReadonlyArray<OnCallPerson> }) => {
  const words = useScreenWords(onCallNowWords)
  if (people.length === 0) return words.nobody
  return people.map(({ isMember, membershipId, name }, index) => (
    <span key={membershipId}>
      {index === 0 ? null : ", "}
      <bdi>{name}</bdi>
      {isMember ? null : ` ${words.gone}`}
    </span>
  ))
}
