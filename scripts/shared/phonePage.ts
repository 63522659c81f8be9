/** Plays the mini-program and the phone by hand, against the stand-in of WeChat; plain, because no build makes it. */
export const phonePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Mini-program by hand</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 1rem auto; padding: 0 1rem }
  fieldset { margin: 0 0 1rem; border: 1px solid #bbb } label { margin-right: 1rem }
  button, input, select { font: inherit; margin: .15rem 0 } pre { white-space: pre-wrap; overflow-wrap: anywhere }
</style>
<h1>Mini-program by hand</h1>
<fieldset><legend>User</legend>
  <label>openid <input id="openid" size="32" value="oMiniProgramByHand0000000001"></label>
  <label>phone <select id="phone"><option value="android">Android<option value="ios">iOS</select></label>
  <label>WeChat <input id="version" size="8" value="8.0.68"></label>
  <p><button id="signIn">Sign in (wx.login)</button> <button id="expire">Expire the session</button></p>
</fieldset>
<fieldset><legend>Packages</legend><ul id="packages"></ul></fieldset>
<fieldset><legend>Order</legend>
  <p>Order <output id="order">none</output>, errCode <output id="errCode">none</output></p>
  <button id="pay">Pay</button> <button id="cancel">Cancel</button>
  <button id="state">Ask for its state</button> <button id="anew">Sign its payment anew (payOrder)</button>
</fieldset>
<fieldset><legend>Pushes to come</legend>
  <label><select id="pushes"><option>on<option>lost<option>repeated</select></label>
  <label>after <input id="delay" size="6" value="0"> ms</label> <button id="setPushes">Set</button>
</fieldset>
<pre id="log" aria-live="polite"></pre>
<script>
  const at = id => document.getElementById(id)
  const show = (id, text) => { at(id).textContent = text }
  let order
  const log = (what, answer) =>
    at('log').prepend(what + ' → ' + JSON.stringify(answer, null, 1) + '\\n\\n')
  const send = async (method, path, body) => {
    const answer = await (await fetch(path, { method, body: JSON.stringify(body) })).json()
    log(method + ' ' + path, answer)
    return answer
  }
  const weChat = (method, path, body) => send(method, '/__sandbox/wechat' + path, body)
  const call = async (name, action, data) => {
    const event = { action, data }
    const { result } = await send('POST', '/__emulator/call', { function: name, event, openid: at('openid').value })
    if (result.code !== 0) throw new Error(name + '.' + action + ': ' + result.code + ' ' + result.message)
    return result.data
  }
  // One thing at a time: what is pressed next begins with what this has changed.
  const setBusy = isBusy =>
    document.querySelectorAll('fieldset').forEach(set => { set.disabled = isBusy })
  const onPress = (button, act) => {
    button.onclick = () => {
      setBusy(true)
      act().catch(error => log('refused', error.message)).finally(() => setBusy(false))
    }
  }
  const on = (id, act) => onPress(at(id), act)
  const site = async () => (await call('systemSettings', 'getSettings', { group: 'system' })).site

  const buy = async packageId => {
    const { legal } = await site()
    const asked = { packageId, refundRules: legal.documents.refunds || '1' }
    const phone = { isIos: at('phone').value === 'ios', wechatVersion: at('version').value }
    use(await call('appOrder', 'createOrder', { ...asked, ...phone }))
  }
  const use = answered => {
    order = answered
    const kind = order.payment ? ', to be paid by ' + order.payment.kind : ''
    show('order', order.orderNo + ' ' + order.status + kind)
  }
  const press = async outcome => {
    const given = { openid: at('openid').value, terminal: at('phone').value, outcome, ...order.payment }
    show('errCode', (await weChat('POST', '/requestVirtualPayment', given)).errCode)
  }

  on('signIn', async () => {
    const { code } = await weChat('POST', '/login', { openid: at('openid').value })
    await call('appUser', 'agree', { version: (await site()).agreementVersion })
    await call('appUser', 'keepWechatSession', { code })
    const { list } = await call('appOrder', 'getPackages', { page: 1, pageSize: 50 })
    at('packages').replaceChildren(...list.map(one => {
      const [item, button] = [document.createElement('li'), document.createElement('button')]
      button.textContent = 'Buy'
      onPress(button, () => buy(one._id))
      item.append(button, ' ' + one.name + ', ' + one.priceFen / 100 + ' yuan, ' + one.payChannels.join(' and '))
      return item
    }))
  })
  on('expire', () => weChat('PUT', '', { expireSession: at('openid').value }))
  on('pay', () => press('pay'))
  on('cancel', () => press('cancel'))
  on('state', async () => use({ ...order, ...await call('appOrder', 'getOrder', { id: order._id }) }))
  on('anew', async () => use(await call('appOrder', 'payOrder', { id: order._id })))
  on('setPushes', () =>
    weChat('PUT', '', { pushes: at('pushes').value, pushDelayMs: Number(at('delay').value) }))
</script>
`;
