import { test, vi } from 'vitest'
import { writeFileSync, appendFileSync } from 'node:fs'
import { ResponseStream } from '../src/stream/response-stream.js'
import { Stream } from '../src/stream/stream.js'
import { toSSE } from '../src/stream/to-sse.js'
import vm from 'node:vm'
const OUT='/tmp/zz-c.out'; writeFileSync(OUT,'')
const log=(...a:any[])=>appendFileSync(OUT,a.map(x=>typeof x==='string'?x:x instanceof Error?`${x.constructor.name}[${(x as any).code}] ${x.message.slice(0,160)}`:JSON.stringify(x)).join(' ')+'\n')
for (const m of ['log','error','warn'] as const) (console as any)[m]=(...a:any[])=>log('  console.'+m, String(a[0]).slice(0,200))
let unhandled:any[]=[]
process.removeAllListeners('unhandledRejection'); process.removeAllListeners('uncaughtException')
process.on('unhandledRejection',(e)=>{log('  !!! unhandledRejection',e as any)}); process.on('uncaughtException',(e)=>{log('  !!! uncaughtException',e as any)})
const R=(status:string,output:any[]=[])=>({id:'resp_t',object:'response',created_at:1,status,error:null,incomplete_details:null,model:'m',output,usage:null})
const msg={id:'msg_0',type:'message',status:'completed',role:'assistant',content:[{type:'output_text',text:'Hi there',annotations:[]}]}
let n=0
const happyEv=():any[]=>{let i=0;return [
 {type:'response.created',response:R('in_progress')},
 {type:'response.in_progress',response:R('in_progress')},
 {type:'response.output_item.added',output_index:0,item:{id:'msg_0',type:'message',status:'in_progress',role:'assistant',content:[]}},
 {type:'response.content_part.added',item_id:'msg_0',output_index:0,content_index:0,part:{type:'output_text',text:'',annotations:[]}},
 {type:'response.output_text.delta',item_id:'msg_0',output_index:0,content_index:0,delta:'Hi ',logprobs:[]},
 {type:'response.output_text.delta',item_id:'msg_0',output_index:0,content_index:0,delta:'there',logprobs:[]},
 {type:'response.output_text.done',item_id:'msg_0',output_index:0,content_index:0,text:'Hi there',logprobs:[]},
 {type:'response.content_part.done',item_id:'msg_0',output_index:0,content_index:0,part:msg.content[0]},
 {type:'response.output_item.done',output_index:0,item:msg},
 {type:'response.completed',response:R('completed',[msg])}].map(e=>({...e,sequence_number:i++}))}
const sse=(evs:any[])=>evs.map(e=>`event: ${e.type}\ndata: ${JSON.stringify(e)}\n\n`).join('')
const rst=setTimeout;const sleep=(ms:number)=>new Promise(r=>rst(r,ms))
async function T(name:string,f:()=>Promise<any>){ log('## '+name); try{ const r=await Promise.race([f(),sleep(3000).then(()=>'HANG')]); if(r!==undefined)log('  ->',r)}catch(e){log('  threw',e as any)} await sleep(5)}
async function drain(s:any){const out:any[]=[];try{for await(const e of s)out.push(e.type??e);return out.length}catch(e:any){return [out.length,e.constructor.name,e.code,e.status,e.message.slice(0,140)]}}
const both=async(s:any)=>{const d=s.done().then(()=>'ok',(e:any)=>e.constructor.name+':'+e.code);return [await drain(s),await d]}


import { inspect } from 'node:util'
import http from 'node:http'
import net from 'node:net'
import { getEventListeners } from 'node:events'
import { Millrace } from '../src/client/millrace.js'
import { toResponse } from '../src/stream/to-response.js'
import { APIUserAbortError } from '../src/errors/connection-error.js'
const KEY='sk-secretsecret1234567890'
const leak=(e:any)=>{const f:string[]=[];const chk=(n:string,s:any)=>{if(String(s).includes(KEY))f.push(n)};chk('message',e?.message);chk('inspect',inspect(e,{depth:9,showHidden:true}));try{chk('json',JSON.stringify(e))}catch{f.push('JSON throws')};chk('cause',inspect(e?.cause,{depth:9}));chk('stack',e?.stack);return f}
const J=(s:number,b:any,h:any={})=>new Response(typeof b==='string'?b:JSON.stringify(b),{status:s,headers:{'content-type':'application/json',...h}})
const SSE=(b:string,h:any={})=>new Response(b,{status:200,headers:{'content-type':'text/event-stream',...h}})
const P={model:'m',input:'x'}
const cl=(fetch:any,o:any={})=>new Millrace({apiKey:KEY,baseURL:'http://h.test/v1',fetch,maxRetries:0,...o})
const ways=(c:any,o:any={}):Record<string,()=>Promise<any>>=>({create:()=>c.responses.create(P,o),createStream:async()=>{const s=await c.responses.create({...P,stream:true},o);for await(const _ of s);},stream:()=>c.responses.stream(P,o).finalResponse({require:'completed'}),retrieve:()=>c.responses.retrieve('resp_1',{},o)})
async function all(c:any,o:any={}){const out:any={};for(const[k,f]of Object.entries(ways(c,o))){const t=Date.now();const r:any=await Promise.race([f().then(()=>'OK',(e:any)=>e),sleep(2500).then(()=>'HANG')]);out[k]=r instanceof Error?`${r.constructor.name}:${(r as any).code} "${r.message.slice(0,110)}" ${leak(r).length?'LEAK '+leak(r):''} r=${(r as any).retryable} ${Date.now()-t}ms`:r}return '\n     '+Object.entries(out).map(([k,v])=>k+': '+v).join('\n     ')}
test('all',async()=>{
 const q=`Incorrect API key provided: ${KEY}`
 await T('401 quotes key',()=>all(cl(async()=>J(401,{error:{message:q,code:'invalid_api_key'}},{'x-echo':`Bearer ${KEY}`}))))
 await T('200 JSON error quotes key',()=>all(cl(async()=>J(200,{error:{message:q}}))))
 await T('200 HTML quotes key',()=>all(cl(async()=>new Response(`<html><title>${KEY}</title>`,{status:200,headers:{'content-type':'text/html'}}))))
 await T('200 SSE error event quotes key',()=>all(cl(async()=>SSE(sse([{type:'error',sequence_number:0,error:{message:q,code:'invalid_api_key'}}])))))
 await T('200 SSE failed quotes key',()=>all(cl(async()=>SSE(sse([{type:'response.failed',sequence_number:0,response:{...R('failed'),error:{code:'x',message:q}}}])))))
 await T('200 SSE invalid JSON quotes key',()=>all(cl(async()=>SSE(`data: {"x":"${KEY}", bad\n\n`))))
 await T('fetch rejects with error naming key',()=>all(cl(async(_u:any,i:any)=>{throw Object.assign(new TypeError(`bad header ${KEY}`),{cause:{headers:[...i.headers]}})})))
 await T('body read error naming key',()=>all(cl(async()=>new Response(new ReadableStream({pull(c){c.error(new Error('boom '+KEY))}}),{headers:{'content-type':'text/event-stream'}}))))
 await T('apiKey fn throws with key in it',()=>all(cl(async()=>J(200,{}),{apiKey:()=>{throw new Error('vault '+KEY)}})))
 await T('apiKey fn rejects/undefined/empty/number',async()=>{for(const k of [async()=>{throw null},()=>undefined,()=>'',()=>5])log('   ',await all(cl(async()=>J(200,{}),{apiKey:k})))})
 await T('apiKey fn hangs, timeout connect 100',()=>all(cl(async()=>J(200,{}),{apiKey:()=>new Promise(()=>{}),timeout:{connect:100}})))
 await T('key with newline',()=>all(cl(async()=>J(200,{}),{apiKey:KEY+'\n'})))
 await T('key nonlatin',()=>all(cl(async()=>J(200,{}),{apiKey:KEY+'…'})))
 await T('inspect client/stream',async()=>{const c=cl(async()=>SSE(sse(happyEv())));const s=c.responses.stream(P);const o=[inspect(c,{depth:12,showHidden:true}).includes(KEY),inspect(s,{depth:12,showHidden:true}).includes(KEY)];await s.done();return o})
 for(const h of [null,undefined,{a:null},{a:5},[['a','b']],new Map([['a','b']]),'str'])await T('defaultHeaders/headers '+inspect(h),async()=>{try{const c=cl(async()=>J(200,R('completed')),{defaultHeaders:h});log('  default',await c.responses.create(P as any).then(()=>'OK',(e:any)=>e))}catch(e){log('  ctor',e as any)};log('  call',await cl(async()=>J(200,R('completed'))).responses.create(P as any,{headers:h as any}).then(()=>'OK',(e:any)=>e)); try{log('  stream',await cl(async()=>SSE(sse(happyEv()))).responses.stream(P as any,{headers:h as any}).done().then(()=>'OK',(e:any)=>e))}catch(e){log('  stream sync throw',e as any)}})
 await T('ECONNREFUSED',()=>all(new Millrace({apiKey:KEY,baseURL:'http://127.0.0.1:9/v1',maxRetries:0})))
 const srv=http.createServer((q,r)=>{if(q.url!.startsWith('/loop')){r.writeHead(307,{location:q.url!});r.end()}else if(q.url!.startsWith('/html')){r.writeHead(502,{'content-type':'text/html'});r.end('<html><title>Bad gateway</title>'+KEY)}else if(q.url!.startsWith('/hang')){}else if(q.url!.startsWith('/half')){r.writeHead(200,{'content-type':'text/event-stream'});r.write(sse(happyEv().slice(0,2)));setTimeout(()=>r.destroy(),20)}else if(q.url!.startsWith('/redir')){r.writeHead(302,{location:'http://127.0.0.1:9/other'});r.end()}else r.end()})
 await new Promise<void>(r=>srv.listen(0,()=>r()));const base=`http://127.0.0.1:${(srv.address() as any).port}`
 for(const p of ['loop','html','half','redir'])await T('server '+p,()=>all(new Millrace({apiKey:KEY,baseURL:base+'/'+p,maxRetries:0})))
 await T('hang connect 100',()=>all(new Millrace({apiKey:KEY,baseURL:base+'/hang',maxRetries:0,timeout:{connect:100,firstEvent:100}})))
 await T('hang timeout:100 retries1',()=>all(new Millrace({apiKey:KEY,baseURL:base+'/hang',maxRetries:1,timeout:100})))
 await T('hang total 100',()=>all(new Millrace({apiKey:KEY,baseURL:base+'/hang',maxRetries:0,timeout:{total:100}})))
 await T('reconnecting 500 loop total',async()=>{let n=0;const c=cl(async()=>{n++;return J(500,{error:{message:'x'}})},{maxRetries:50,timeout:{total:600}});return [await all(c),n]})
 await T('stream total covers connect+retries',async()=>{let n=0;const c=cl(async(_u:any,i:any)=>{n++;return await new Promise<any>((_,rej)=>i.signal.addEventListener('abort',()=>rej(i.signal.reason)))},{timeout:{total:150,connect:5000}});return [await all(c),n]})
 for(const ra of ['Wed, 21 Oct 2015 07:28:00 GMT',new Date(Date.now()+1500).toUTCString(),'-5','abc','1e9','0','0.01','Infinity'])await T('retry-after '+ra,async()=>{let n=0;const t=Date.now();const c=cl(async()=>{n++;return n>1?J(200,R('completed')):J(429,{error:{message:'x'}},{'retry-after':ra})},{maxRetries:1});return [await Promise.race([c.responses.create(P as any).then(()=>'OK',(e:any)=>e.message),sleep(4000).then(()=>'HANG')]),n,Date.now()-t]})
 await T('maxRetries bad',async()=>{const o=[];for(const m of [-1,1.5,NaN,'2',null])o.push(await cl(async()=>J(200,R('completed'))).responses.create(P as any,{maxRetries:m as any}).then(()=>'OK',(e:any)=>e.code??e.message));return o})
 await T('signal aborted already',async()=>{const ac=new AbortController();ac.abort();let n=0;return [await all(cl(async()=>{n++;return J(200,R('completed'))}),{signal:ac.signal}),n]})
 await T('signal listeners after',async()=>{const ac=new AbortController();const c=cl(async(_u:any,i:any)=>String(i.body).includes('"stream":true')?SSE(sse(happyEv())):J(200,R('completed')));for(let i=0;i<30;i++){await c.responses.create(P as any,{signal:ac.signal});await c.responses.stream(P as any,{signal:ac.signal}).done();const s=await c.responses.create({...P,stream:true} as any,{signal:ac.signal}) as any;if(i%2)for await(const _ of s)break;else for await(const _ of s);}return getEventListeners(ac.signal,'abort').length})
 await T('unawaited calls',async()=>{const c=cl(async()=>J(401,{error:{message:'x'}}));c.responses.stream(P as any).finalResponse();c.responses.stream(P as any).text();c.responses.stream(P as any).done();const s=c.responses.stream(P as any);s.on('error',()=>{});const s2=c.responses.stream(P as any);s2.cancel();await sleep(60)})
 await T('nobody listens: console once',async()=>{const c=cl(async()=>J(401,{error:{message:q}}));c.responses.stream(P as any);await sleep(60)})
 await T('shared APIUserAbortError reason',async()=>{const ac=new AbortController();const a=ResponseStream.from((async function*(){yield happyEv()[0];await new Promise(()=>{})})(),{signal:ac.signal});const b=ResponseStream.from((async function*(){yield {type:'response.created',sequence_number:0,response:{...R('in_progress'),id:'resp_B'}};await new Promise(()=>{})})(),{signal:ac.signal});const p=[a.done(),b.done()];await sleep(20);ac.abort(new APIUserAbortError());const [x,y]=await Promise.all(p.map(z=>z.catch(e=>e)));return [(x as any).responseId,(y as any).responseId,(y as any).snapshot?.id]})
 await T('post-headers abort cancels fetch body',async()=>{let can=0;const c=cl(async()=>new Response(new ReadableStream({start(k){k.enqueue(new TextEncoder().encode(sse(happyEv().slice(0,2))))},cancel(){can++}}),{headers:{'content-type':'text/event-stream'}}));const s=c.responses.stream(P as any);for await(const _ of s)break;await sleep(20);const s2=await c.responses.create({...P,stream:true} as any) as any;s2.abort();await sleep(20);return can})
 await T('create stream, abort() immediately/never read then GC: cancel',async()=>{let can=0;const c=cl(async()=>new Response(new ReadableStream({cancel(){can++}}),{headers:{'content-type':'text/event-stream'}}));const s2=await c.responses.create({...P,stream:true} as any) as any;s2.controller.abort();await sleep(20);return can})
 await T('background reconnect: diagnostic listener throws in fill',async()=>{let n=0;const c=cl(async(u:any,i:any)=>{n++;const bg={...R('in_progress'),background:true};return n===1?new Response(new ReadableStream({async start(k){k.enqueue(new TextEncoder().encode(sse([{type:'response.created',sequence_number:0,response:bg}])));await sleep(20);k.enqueue(new TextEncoder().encode('id: 5\ndata: {"type":"keepalive","sequence_number":1}\n\n'));k.close()}}),{headers:{'content-type':'text/event-stream'}}):SSE(sse(happyEv()))});const s=c.responses.stream({...P,background:true} as any,{reconnect:{minDelay:1,maxDelay:2}} as any);s.on('diagnostic',(d:any)=>{throw new Error('dboom '+d.rule)});return [await both(s),n]})
 await T('background reconnect: reconnect listener throws',async()=>{let n=0;const c=cl(async()=>{n++;const bg={...R('in_progress'),background:true};return n===1?SSE(sse([{type:'response.created',sequence_number:0,response:bg}])):SSE(sse(happyEv()))});const s=c.responses.stream({...P,background:true} as any,{reconnect:{minDelay:1,maxDelay:2}} as any);s.on('reconnect',()=>{throw new Error('rboom')});return [await both(s),n]})
 await T('background break: pending promises reject w checkpoint, no cancel',async()=>{const urls:string[]=[];const c=cl(async(u:any,i:any)=>{urls.push(i.method+' '+u);return SSE(sse(happyEv().slice(0,4).map(e=>e.response?{...e,response:{...e.response,background:true}}:e)))});const s=c.responses.stream({...P,background:true} as any);const f=s.finalResponse();let k=0;for await(const _ of s)if(++k===2)break;const e:any=await f.catch(e=>e);return [e.code,e.checkpoint?.sequence_number,urls]})
 await T('timers after everything',async()=>{vi.useFakeTimers({toFake:['setTimeout','clearTimeout','Date']});try{const c=cl(async()=>SSE(sse(happyEv())),{timeout:{total:99999,progress:5000}});const s=c.responses.stream(P as any);const d=s.done();for await(const _ of s);await d;await sleep(10);const x=vi.getTimerCount();const s2=c.responses.stream(P as any);for await(const _ of s2)break;await sleep(10);const y=vi.getTimerCount();const s3=await c.responses.create({...P,stream:true} as any) as any;for await(const _ of s3);await sleep(10);return [x,y,vi.getTimerCount()]}finally{vi.useRealTimers()}})
 await T('toResponse with error before first: status',async()=>{const o=[];for(const f of [async()=>J(429,{error:{message:'x'+KEY}},{'retry-after':'7'}),async()=>J(401,{error:{message:q}}),async()=>{throw new TypeError('x')}]){const r=await toResponse(cl(f).responses.stream(P as any));o.push([r.status,await r.text()])}return o})
 await T('hooks throw',async()=>[await all(cl(async()=>SSE(sse(happyEv())),{hooks:{onRequest(){throw new Error('hook')}}}))])
 await T('fetch returns undefined / sync throw',async()=>[await all(cl(()=>undefined)),await all(cl(()=>{throw 5}))])
 await T('two tees slow',async()=>{const {Stream}=await import('../src/stream/stream.js');const big=(n:number)=>(async function*(){yield {...happyEv()[0]};for(let i=1;i<n;i++)yield {type:'keepalive',sequence_number:i};yield {...happyEv()[9],sequence_number:n}})();const s=Stream.from(big(100));const [a,b]=s.tee({limit:10});const ra=await drain(a);const rb=await drain(b);const s2=Stream.from(big(100));const [c,d]=s2.tee({limit:0,onFull:'wait'});const rw=await Promise.race([Promise.all([drain(c),drain(d)]),sleep(1000).then(()=>'HANG limit 0')]);const s3=Stream.from(big(100));const [e,f]=s3.tee({limit:10,onFull:'wait'});const pe=drain(e);await sleep(20);f.abort();const re=await Promise.race([pe,sleep(1000).then(()=>'HANG other aborted unread')]);const s4=Stream.from(big(100));const[g,h]=s4.tee();g.abort();h.abort();await sleep(20);return [ra,rb,rw,re,s4.metrics.ended!==undefined]})
 srv.closeAllConnections();srv.close()
},240000)
