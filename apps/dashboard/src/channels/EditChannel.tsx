import { Loaded } from "../ui/Loaded.tsx"
import { Absent } from "../ui/Problem.tsx"
import { Screen } from "../ui/Screen.tsx"
import { useScreenWords } from "../words/useScreenWords.ts"
import { ChannelForm } from "./ChannelForm.tsx"
import { useChannelKinds, useChannels } from "../alerts/channelQueries.ts"
import { channelsWords } from "../alerts/channelsWords.ts"

const EditChannel = ({ id }: { readonly id: string }) => {
  const words = useScreenWords(channelsWords)
  const query = useChannels()
  const kinds = useChannelKinds()
  const channel = query.data?.find((one) => one.id === id)
  if (query.data !== undefined && channel === undefined) return <Absent />
  return (
    <Screen title={channel === undefined ? words.title : words.editTitle(channel.name)}>
      <Loaded query={query}>
        {() => (
          <Loaded query={kinds}>
            {(all) => {
              const kind = all.find((one) => one.kind === channel?.kind)
              return channel === undefined || kind === undefined ? null : <ChannelForm kind={kind} channel={channel} />
            }}
          </Loaded>
        )}
      </Loaded>
    </Screen>
  )
}

export default EditChannel
