import type { DemoRequest } from './demo-request.js'

const sequenceNumbers =
  'Because a stream is a promise that can be interrupted. Each event carries a number, counted from zero ' +
  'without gaps, so both sides can always say exactly how far they have come. If the connection breaks after ' +
  'event 41, the reader asks for everything after 41 and gets event 42 next: nothing is lost, and nothing is ' +
  'shown twice. The numbers also reveal what would otherwise go unnoticed, such as a proxy that dropped an ' +
  'event or delivered two of them in the wrong order. They cost a few bytes each, and they turn "I hope that ' +
  'was everything" into something a program can check.'

const streaming =
  'Streaming means that an answer is sent while it is still being written. The server keeps the HTTP response ' +
  'open and writes small events into it: first that a response exists, then each piece of text as it appears, ' +
  'and at the very end the complete response once more. You see the first words after a moment instead of ' +
  'waiting for the last one, you can stop as soon as you have read enough, and a program can start to work on ' +
  'the beginning while the rest is still on its way.'

const greeting =
  'Hello! It is nice to hear from you. I am the demo model inside millrace: I know very little, but I stream ' +
  'beautifully, and I need no network for it. Ask me why streams need sequence numbers, give me a tool to call ' +
  'or a schema to fill in, and watch the events go by.'

/** The few things this model knows, by what the prompt speaks of. */
const knowledge: readonly [RegExp, string][] = [
  [/sequence.?numbers?/i, sequenceNumbers],
  [/\bstream(s|ing|ed)?\b|server-sent/i, streaming],
  [/^\W*(hello|hi|hey|good (morning|evening|day))\b/i, greeting],
]

export function demoAnswer({ prompt, name }: DemoRequest): string {
  if (/\bmy name\b.*\?/i.test(prompt))
    return name === undefined
      ? 'You have not told me your name yet.'
      : `Your name is ${name}. You told me so earlier in this conversation.`
  const known = knowledge.find(([topic]) => topic.test(prompt))
  if (known !== undefined) return known[1]
  const asked = prompt === '' ? 'You sent a request without a question' : `You said: "${excerpt(prompt)}"`
  return (
    `${asked}. Thank you, I read it with pleasure. I am the demo model inside millrace, so I cannot tell you ` +
    'anything about it that you do not know already. What I can show you is how an answer travels: word by word, ' +
    'each one an event with its own number, over a real HTTP connection, until the last event says that the ' +
    'response is complete. Give millrace the address and key of a real model, and the same code streams its answer.'
  )
}

export function demoFollowUp(result: string): string {
  return `Thank you. The tool answered "${excerpt(result)}", and that is all I needed to know to finish this response.`
}

export const demoRefusal =
  "I'm sorry, but I can't help with that. You asked me to refuse, and so I do, politely."

/** The parts of a reasoning summary; none when the request does not ask for one. */
export function demoSummary({ params, prompt, result }: DemoRequest): string[] {
  const wanted = params.reasoning?.summary
  if (wanted === undefined || wanted === null) return []
  const first =
    result === undefined
      ? `**Reading the request**\n\nThe user says "${excerpt(prompt)}". I look at what else came with it, such as tools or a schema, because that decides the shape of the answer.`
      : '**Reading the result**\n\nThe tool has answered, so there is nothing left to call. I can put its answer into words.'
  const second =
    '**Choosing an answer**\n\nA demo model should be short, friendly and honest about what it is.'
  return wanted === 'concise' ? [first] : [first, second]
}

function excerpt(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()]
  return characters.length > 200 ? `${characters.slice(0, 200).join('')}…` : characters.join('')
}
