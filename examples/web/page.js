// oxlint-disable-next-line import/no-absolute-path -- the server has the library there
import { Millrace } from '/millrace/index.js'

// No key: the cookie of this site says who asks, and the server decides what may be asked.
const client = new Millrace({ apiKey: null, baseURL: '/v1' })

const element = (id) => document.getElementById(id)
const [form, prompt, ask, stop] = ['form', 'prompt', 'ask', 'stop'].map(element)
const [status, answer] = ['status', 'answer'].map(element)

/** What survives a reload: the question, and how far its answer has come. */
const storage = {
  save: (state) => sessionStorage.setItem('asked', JSON.stringify(state)),
  load: () => JSON.parse(sessionStorage.getItem('asked') ?? 'null'),
}

let current

form.addEventListener('submit', (submitted) => {
  submitted.preventDefault()
  answer.textContent = ''
  // The server adds the model and everything else.
  void follow(client.responses.stream({ input: prompt.value }), 'Asking…')
})

stop.addEventListener('click', () => {
  status.textContent = 'Stopping…'
  current?.cancel().catch(report)
})

/** Shows a response as it grows, and keeps a checkpoint of it for the next load of the page. */
async function follow(stream, first) {
  current = stream
  let done = false
  const save = () => storage.save({ prompt: prompt.value, checkpoint: stream.checkpoint(), done })
  const saving = setInterval(save, 250)
  addEventListener('pagehide', save)
  setBusy(true)
  status.textContent = first
  stream.on('reconnect', () => (status.textContent = 'The connection was lost. Reconnecting…'))
  try {
    for await (const event of stream) {
      status.textContent = event.type === 'response.queued' ? 'Waiting for its turn…' : 'Answering…'
      answer.textContent = stream.snapshot?.output_text ?? ''
    }
    const response = await stream.finalResponse()
    const endings = { completed: 'Done.', cancelled: 'Stopped.', incomplete: 'The answer was too long.' }
    status.textContent = endings[response.status] ?? `It failed: ${response.error?.message}`
    done = true
  } catch (error) {
    report(error)
  } finally {
    clearInterval(saving)
    removeEventListener('pagehide', save)
    setBusy(false)
    save()
  }
}

function report(error) {
  status.textContent = `It failed: ${error.message}`
}

function setBusy(busy) {
  ask.disabled = busy
  stop.hidden = !busy
}

const saved = storage.load()
if (saved?.checkpoint) {
  prompt.value = saved.prompt
  answer.textContent = saved.checkpoint.state.response?.output_text ?? ''
  // Only what came since is fetched.
  if (!saved.done) void follow(client.responses.resume(saved.checkpoint), 'Going on…')
}
