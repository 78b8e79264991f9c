export type {
  AnswerOptions,
  Channel,
  ChannelAbilities,
  ChannelLimit,
  ChannelRate,
  ChannelReceipt,
  ChannelRequest,
  ChannelSettings,
  ReceiptStatus,
  RequestOptions,
  SettingFault,
  SettingsOptions,
  SettingsReading
} from "./channels/Channel.ts"
export type { ChannelAnswer, ChannelReason, ChannelResponse, ChannelState } from "./channels/ChannelAnswer.ts"
export type { ChannelField, ChannelFields } from "./channels/ChannelField.ts"
export type {
  ChannelLink,
  ChannelMessage,
  ChannelPhase,
  ChannelSeverity,
  PlainMessage
} from "./channels/ChannelMessage.ts"
export { plainMessage } from "./channels/plainMessage.ts"
export { type AppriseReading, type ImportedChannel, readAppriseUrl } from "./channels/appriseUrls/readAppriseUrl.ts"
export { type ChannelKind, channelOf, channels, type SettingsOf } from "./channels/channels.ts"
export { type DescribedChannel, describeChannel, type DescribedField } from "./channels/describeChannel.ts"
export { translateChannel } from "./channels/german/translateChannel.ts"
export { apprise } from "./channels/vendors/apprise.ts"
export { discord } from "./channels/vendors/discord.ts"
export { googleChat } from "./channels/vendors/googleChat.ts"
export { gotify } from "./channels/vendors/gotify.ts"
export { matrix } from "./channels/vendors/matrix.ts"
export { mattermost } from "./channels/vendors/mattermost.ts"
export { ntfy } from "./channels/vendors/ntfy.ts"
export { pagerDuty } from "./channels/vendors/pagerDuty.ts"
export { pushover } from "./channels/vendors/pushover.ts"
export { slack } from "./channels/vendors/slack.ts"
export { slackApp } from "./channels/vendors/slackApp.ts"
export { teams } from "./channels/vendors/teams.ts"
export { telegram } from "./channels/vendors/telegram.ts"
export { twilio } from "./channels/vendors/twilio.ts"
export { webhookTemplate } from "./channels/vendors/webhookTemplate.ts"
