/** What programs put onto the clipboard as HTML, shortened but not tidied: the same text from each. */

/** Word 365 for Windows: styles in the head, lists as paragraphs, Office's own elements, a document around the fragment. */
export const wordHtml = String.raw`<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns:m="http://schemas.microsoft.com/office/2004/12/omml" xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Word.Document>
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/anne/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style>
<!--
 /* Font Definitions */
 @font-face {font-family:Wingdings; panose-1:5 0 0 0 0 0 0 0 0 0; mso-font-charset:2;}
 p.MsoNormal, li.MsoNormal, div.MsoNormal {mso-style-unhide:no; margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif;}
 h1 {mso-style-priority:9; color:#2F5496;}
 @list l0 {mso-list-id:1145390934; mso-list-type:hybrid;}
 @list l0:level1 {mso-level-number-format:bullet; mso-level-text:\F0B7;}
-->
</style>
<!--[if gte mso 10]><style>table.MsoNormalTable {mso-style-name:"Tableau Normal";}</style><![endif]-->
</head>
<body lang=FR link="#0563C1" vlink="#954F72" style='tab-interval:35.4pt;word-wrap:break-word'>
<!--StartFragment-->
<p class=MsoTitle>Rallye des Trois Vallées<o:p></o:p></p>
<h1>Programme<o:p></o:p></h1>
<p class=MsoNormal><span lang=FR style='mso-ansi-language:FR'>Deux jours, <b>140&nbsp;hectares</b> et <i style='mso-bidi-font-style:normal'>un bon dîner</i>.
Inscriptions sur <a href="https://rally.example.com/?a=1&amp;b=2"><span style='color:#0563C1'>rally.example.com</span></a>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Samedi<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>9&nbsp;h : accueil<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>10&nbsp;h : vallée du nord<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Dimanche<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>S’inscrire<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>Venir<o:p></o:p></p>
<p class=MsoNormal align=center style='text-align:center'>À bientôt&nbsp;!<!--[if gte vml 1]><v:shape id="Image_x0020_1" style='width:200pt;height:100pt'><v:imagedata src="file:///C:/Users/anne/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=266 height=133 src="file:///C:/Users/anne/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png" v:shapes="Image_x0020_1"><![endif]><o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'>
 <tr style='mso-yfti-irow:0'>
  <td width=301 valign=top style='width:225.5pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'>
  <p class=MsoNormal><b>Jour<o:p></o:p></b></p>
  </td>
  <td width=301 valign=top style='width:225.55pt;border:solid windowtext 1.0pt'>
  <p class=MsoNormal align=right style='text-align:right'><b>Heures<o:p></o:p></b></p>
  </td>
 </tr>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'>
  <td width=301 valign=top><p class=MsoNormal>Samedi<o:p></o:p></p></td>
  <td width=301 valign=top><p class=MsoNormal>9&nbsp;h<o:p></o:p></p><p class=MsoNormal>10&nbsp;h<o:p></o:p></p></td>
 </tr>
</table>
<!--EndFragment-->
</body>
</html>`

export const wordClean =
  '<h2>Rallye des Trois Vallées</h2><h2>Programme</h2>' +
  '<p>Deux jours, <strong>140\u00a0hectares</strong> et <em>un bon dîner</em>. Inscriptions sur <a href="https://rally.example.com/?a=1&amp;b=2">rally.example.com</a>.</p>' +
  '<ul><li><p>Samedi</p><ul><li><p>9\u00a0h : accueil</p></li><li><p>10\u00a0h : vallée du nord</p></li></ul></li><li><p>Dimanche</p></li></ul>' +
  '<ol><li><p>S’inscrire</p></li><li><p>Venir</p></li></ol>' +
  '<p class="align-center">À bientôt\u00a0!</p>' +
  '<table><tbody><tr><th><p>Jour</p></th><th><p class="align-right">Heures</p></th></tr><tr><td><p>Samedi</p></td><td><p>9\u00a0h<br>10\u00a0h</p></td></tr></tbody></table>'

/** Word for the web: each item is a list of its own, its level an attribute; text in runs of runs. */
export const wordOnlineHtml = String.raw`<div class="OutlineElement Ltr SCXW1 BCX0" style="direction: ltr; margin: 0px; padding: 0px;"><p class="Paragraph SCXW1 BCX0" xml:lang="EN-GB" lang="EN-GB" paraid="1" style="font-weight: normal; font-style: normal; text-align: left;"><span data-contrast="auto" class="TextRun SCXW1 BCX0" style="font-weight: bold; font-size: 11pt;"><span class="NormalTextRun SCXW1 BCX0">Bring</span></span><span class="TextRun SCXW1 BCX0" style="font-size: 11pt;"><span class="NormalTextRun SCXW1 BCX0">&nbsp;your detector.</span></span><span class="EOP SCXW1 BCX0" data-ccp-props="{}">&nbsp;</span></p></div><div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle1 SCXW1 BCX0" role="list" style="list-style-type: disc;"><li aria-setsize="-1" data-leveltext="" data-aria-posinset="1" data-aria-level="1" role="listitem" class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1 BCX0"><span class="TextRun SCXW1 BCX0"><span class="NormalTextRun SCXW1 BCX0">Saturday</span></span><span class="EOP SCXW1 BCX0">&nbsp;</span></p></li></ul></div><div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle2 SCXW1 BCX0" role="list"><li data-aria-posinset="1" data-aria-level="2" role="listitem" class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1 BCX0"><span class="TextRun SCXW1 BCX0">9:00 welcome</span><span class="EOP SCXW1 BCX0">&nbsp;</span></p></li></ul></div><div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle1 SCXW1 BCX0" role="list"><li data-aria-posinset="2" data-aria-level="1" role="listitem" class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1 BCX0"><span class="TextRun SCXW1 BCX0">Sunday</span></p></li></ul></div>`

export const wordOnlineClean =
  '<p><strong>Bring</strong>\u00a0your detector.</p><ul><li><p>Saturday</p><ul><li><p>9:00 welcome</p></li></ul></li><li><p>Sunday</p></li></ul>'

/** Google Docs: everything in a bold element that is not bold, styles on spans, lists straight inside lists, links over Google. */
export const googleDocsHtml = String.raw`<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5b2c1f0e-7fff-3a51-7a5c-1f7d9f0c9a11"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;"><span style="font-size:20pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;">Rally</span></h1><h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;">Programme</span></h2><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-weight:400;font-style:normal;">Two days, </span><span style="font-size:11pt;font-weight:700;font-style:normal;">140 hectares</span><span style="font-size:11pt;font-weight:400;"> and </span><span style="font-size:11pt;font-weight:400;font-style:italic;">a good dinner</span><span style="font-size:11pt;font-weight:400;text-decoration:line-through;-webkit-text-decoration-skip:none;"> soon</span><span style="font-size:11pt;">. Register at </span><a href="https://www.google.com/url?q=https://rally.example.com/&amp;sa=D&amp;source=editors" style="text-decoration:none;"><span style="font-size:11pt;color:#1155cc;text-decoration:underline;">rally.example.com</span></a></p><br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-size:11pt;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-size:11pt;font-weight:400;">Saturday</span></p></li><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:circle;font-size:11pt;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">9:00 welcome</span></p></li></ul><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Sunday</span></p></li></ul><p dir="ltr" style="line-height:1.38;text-align: center;"><span style="font-size:11pt;">See you there!</span></p><br /><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;table-layout:fixed;width:451pt"><colgroup><col /><col /></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000000 1pt;vertical-align:top;padding:5pt;overflow:hidden;"><p dir="ltr" style="line-height:1.2;"><span style="font-size:11pt;font-weight:700;">Day</span></p></td><td style="vertical-align:top;padding:5pt;"><p dir="ltr"><span style="font-size:11pt;font-weight:700;">Hours</span></p></td></tr><tr style="height:0pt"><td><p dir="ltr"><span style="font-weight:400;">Saturday</span></p></td><td><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>9:00</span></p></li><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>10:00</span></p></li></ul></td></tr></tbody></table></div><p dir="ltr"><span style="font-size:11pt;"><span style="border:none;display:inline-block;overflow:hidden;width:602px;height:401px;"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nXe" width="602" height="401" style="margin-left:0px;margin-top:0px;" /></span></span></p></b><br class="Apple-interchange-newline">`

export const googleDocsClean =
  '<h2>Rally</h2><h3>Programme</h3>' +
  '<p>Two days, <strong>140 hectares</strong> and <em>a good dinner</em><s> soon</s>. Register at <a href="https://rally.example.com/">rally.example.com</a></p>' +
  '<ul><li><p>Saturday</p><ul><li><p>9:00 welcome</p></li></ul></li><li><p>Sunday</p></li></ul>' +
  '<p class="align-center">See you there!</p>' +
  '<table><tbody><tr><th><p>Day</p></th><th><p>Hours</p></th></tr><tr><td><p>Saturday</p></td><td><p>• 9:00<br>• 10:00</p></td></tr></tbody></table>'

/** A web page, as Chrome copies it: computed styles on everything, hidden parts, scripts, pictures, relative links, a table for layout. */
export const webPageHtml = String.raw`<html>
<body>
<!--StartFragment--><div class="wrap" style="box-sizing: border-box; color: rgb(33, 37, 41); font-family: system-ui; font-size: 16px; font-weight: 400; white-space: normal;"><nav><a href="/">Home</a></nav><header><h1 style="margin: 0px;">Rally <a class="anchor" aria-hidden="true" href="#rally">#</a></h1></header>
<main>
<table width="100%" role="presentation"><tr><td>
<section><p style="text-align: justify;">Two days,
<strong style="font-weight: bolder;">140 hectares</strong> and <span style="font-style: italic;">a good dinner</span>.</p>
<img src="https://cdn.example.net/hero.jpg?utm=1" alt="Hero" srcset="https://cdn.example.net/hero-2x.jpg 2x" onerror="track()"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="1" height="1">
<p>Register at <a href="https://rally.example.com/" onclick="track()" target="_blank">rally.example.com</a> or <a href="/contact">contact us</a>.</p></section>
</td></tr></table>
<div>First line<div>Second line</div></div>
<p style="display:none">Hidden</p><span hidden>Hidden</span><p>&nbsp;</p>
<script>track()</script><style>p{color:red}</style><iframe src="https://ads.example.net/"></iframe>
<form><label>Search <input name="q"></label><button>Go</button></form>
<pre><code>line 1
  line 2</code></pre>
<blockquote style="margin:0"><div>Bring headphones.</div></blockquote>
<dl><dt>Where</dt><dd>Three valleys</dd></dl>
</main></div><!--EndFragment-->
</body>
</html>`

export const webPageClean =
  '<h2>Rally</h2><p>Two days, <strong>140 hectares</strong> and <em>a good dinner</em>.</p>' +
  '<p>Register at <a href="https://rally.example.com/">rally.example.com</a> or contact us.</p>' +
  '<p>First line</p><p>Second line</p><p>Search</p>' +
  '<pre><code>line 1\n  line 2</code></pre><blockquote><p>Bring headphones.</p></blockquote><p>Where</p><p>Three valleys</p>'

/** A spreadsheet's cells. */
export const spreadsheetHtml = String.raw`<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td {mso-number-format:General;}</style></head><body><table border=0 cellpadding=0 cellspacing=0 width=174 style='border-collapse:collapse'><!--StartFragment--><col width=87 span=2 style='width:65pt'><tr height=20><td height=20 class=xl65 width=87 style='height:15.0pt'>Model</td><td class=xl65 width=87>Price</td></tr><tr height=20><td>WS6 &amp; case</td><td align=right x:num>899</td></tr><!--EndFragment--></table></body></html>`

export const spreadsheetClean =
  '<table><tbody><tr><th><p>Model</p></th><th><p>Price</p></th></tr><tr><td><p>WS6 &amp; case</p></td><td><p class="align-right">899</p></td></tr></tbody></table>'
