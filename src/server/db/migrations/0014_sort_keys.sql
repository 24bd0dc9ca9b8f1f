-- By hand: what lists sort by. Each has the same order in every database.
--
-- Versions: numbers by their value ("." and 12 digits or more), other words (",") before them, the name's end ("#") before both, and what
-- comes before a release ("!": a word behind a hyphen as in Semantic Versioning, or one of those below) before that end.
-- 5.3-beta2 < 5.3-beta10 < 5.3-rc1 < 5.3 < 5.3a < 5.3.1 < 5.9 < 5.10
CREATE FUNCTION "version_key"("given" text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN translate(
		regexp_replace(regexp_replace(regexp_replace(replace(regexp_replace(regexp_replace(regexp_replace(
			fold_text("given"),
			'^\s*v(ersion)?[ .]*(?=[0-9])', ''),
			'[\u0001-,./:-@\[-`{-\u00bf\u2000-\u206f]+', ' ', 'g'),
			'-+(?=[a-z])| *(?<![-a-z])(?=(alpha|beta|rc|pre|preview|prerelease|dev|test|snapshot|nightly)(?![a-z]))', '!', 'g'), '!!', '!'),
			'(?<![!a-z\u00c0-\U0010FFFF])([a-z\u00c0-\U0010FFFF]+)', ',\1', 'g'),
			'([0-9]+)', '.000000000000\1', 'g'),
			'\.0*([0-9]{12})', '.\1', 'g'),
		' -', '') || '#';--> statement-breakpoint
-- Countries: the place of a name among the names of CLDR 48 in that language, as Intl.DisplayNames gives and Intl.Collator orders them. Old
-- codes have the place of today's ("DD" is Germany), unknown codes come last. In plpgsql, because the planner would copy an SQL function with all its
-- names into each query, which takes a millisecond.
CREATE FUNCTION "country_rank_en"("country" text) RETURNS smallint
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN coalesce(('{
		"AF":1,"AX":2,"AL":3,"DZ":4,"AS":5,"AD":6,"AO":7,"AI":8,"AQ":9,"AG":10,"AR":11,"AM":12,"AW":13,"AC":14,
		"AU":15,"AT":16,"AZ":17,"BS":18,"BH":19,"BD":20,"BB":21,"BY":22,"BE":23,"BZ":24,"BJ":25,"DY":25,"BM":26,"BT":27,
		"BO":28,"BA":29,"BW":30,"BV":31,"BR":32,"IO":33,"VG":34,"BN":35,"BG":36,"BF":37,"HV":37,"BI":38,"KH":39,"CM":40,
		"CA":41,"IC":42,"CV":43,"BQ":44,"KY":45,"CF":46,"EA":47,"TD":48,"CL":49,"CN":50,"CX":51,"CP":52,"CC":53,"CO":54,
		"KM":55,"CG":56,"CD":57,"ZR":57,"CK":58,"CR":59,"CI":60,"HR":61,"CU":62,"AN":63,"CW":63,"CY":64,"CZ":65,"DK":66,
		"DG":67,"DJ":68,"DM":69,"DO":70,"EC":71,"EG":72,"SV":73,"GQ":74,"ER":75,"EE":76,"SZ":77,"ET":78,"EU":79,"EZ":80,
		"FK":81,"FO":82,"FJ":83,"FI":84,"FR":85,"FX":85,"GF":86,"PF":87,"TF":88,"GA":89,"GM":90,"GE":91,"DD":92,"DE":92,
		"GH":93,"GI":94,"GR":95,"GL":96,"GD":97,"GP":98,"GU":99,"GT":100,"GG":101,"GN":102,"GW":103,"GY":104,"HT":105,"HM":106,
		"HN":107,"HK":108,"HU":109,"IS":110,"IN":111,"ID":112,"IR":113,"IQ":114,"IE":115,"IM":116,"IL":117,"IT":118,"JM":119,"JP":120,
		"JE":121,"JO":122,"KZ":123,"KE":124,"KI":125,"XK":126,"KW":127,"KG":128,"LA":129,"LV":130,"LB":131,"LS":132,"LR":133,"LY":134,
		"LI":135,"LT":136,"LU":137,"MO":138,"MG":139,"MW":140,"MY":141,"MV":142,"ML":143,"MT":144,"MH":145,"MQ":146,"MR":147,"MU":148,
		"YT":149,"MX":150,"FM":151,"MD":152,"MC":153,"MN":154,"ME":155,"MS":156,"MA":157,"MZ":158,"BU":159,"MM":159,"NA":160,"NR":161,
		"NP":162,"NL":163,"NC":164,"NZ":165,"NI":166,"NE":167,"NG":168,"NU":169,"NF":170,"KP":171,"MK":172,"MP":173,"NO":174,"OM":175,
		"QO":176,"PK":177,"PW":178,"PS":179,"PA":180,"PG":181,"PY":182,"PE":183,"PH":184,"PN":185,"PL":186,"PT":187,"XA":188,"XB":189,
		"PR":190,"QA":191,"RE":192,"RO":193,"RU":194,"SU":194,"RW":195,"WS":196,"SM":197,"ST":198,"CQ":199,"SA":200,"SN":201,"CS":202,
		"RS":202,"YU":202,"SC":203,"SL":204,"SG":205,"SX":206,"SK":207,"SI":208,"SB":209,"SO":210,"ZA":211,"GS":212,"KR":213,"SS":214,
		"ES":215,"LK":216,"BL":217,"SH":218,"KN":219,"LC":220,"MF":221,"PM":222,"VC":223,"SD":224,"SR":225,"SJ":226,"SE":227,"CH":228,
		"SY":229,"TW":230,"TJ":231,"TZ":232,"TH":233,"TL":234,"TP":234,"TG":235,"TK":236,"TO":237,"TT":238,"TA":239,"TN":240,"TR":241,
		"TM":242,"TC":243,"TV":244,"UM":245,"VI":246,"UG":247,"UA":248,"AE":249,"GB":250,"UK":250,"UN":251,"US":252,"ZZ":253,"UY":254,
		"UZ":255,"NH":256,"VU":256,"VA":257,"VE":258,"VD":259,"VN":259,"WF":260,"EH":261,"YD":262,"YE":262,"ZM":263,"RH":264,"ZW":264
	}'::jsonb -> "country")::smallint, 32767);
END
$$;--> statement-breakpoint
CREATE FUNCTION "country_rank_fr"("country" text) RETURNS smallint
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN coalesce(('{
		"AF":1,"ZA":2,"AL":3,"DZ":4,"DD":5,"DE":5,"AD":6,"AO":7,"AI":8,"AQ":9,"AG":10,"SA":11,"AR":12,"AM":13,
		"AW":14,"AU":15,"AT":16,"AZ":17,"BS":18,"BH":19,"BD":20,"BB":21,"BE":22,"BZ":23,"BJ":24,"DY":24,"BM":25,"BT":26,
		"BY":27,"BO":28,"BA":29,"BW":30,"BR":31,"BN":32,"BG":33,"BF":34,"HV":34,"BI":35,"KH":36,"CM":37,"CA":38,"CV":39,
		"EA":40,"CL":41,"CN":42,"CY":43,"CO":44,"KM":45,"CG":46,"CD":47,"ZR":47,"KP":48,"KR":49,"CR":50,"CI":51,"HR":52,
		"CU":53,"AN":54,"CW":54,"DK":55,"DG":56,"DJ":57,"DM":58,"EG":59,"AE":60,"EC":61,"ER":62,"ES":63,"EE":64,"SZ":65,
		"VA":66,"US":67,"ET":68,"FJ":69,"FI":70,"FR":71,"FX":71,"GA":72,"GM":73,"GE":74,"GS":75,"GH":76,"GI":77,"GR":78,
		"GD":79,"GL":80,"GP":81,"GU":82,"GT":83,"GG":84,"GN":85,"GQ":86,"GW":87,"GY":88,"GF":89,"HT":90,"HN":91,"HU":92,
		"BV":93,"CX":94,"CP":95,"AC":96,"IM":97,"NF":98,"AX":99,"KY":100,"IC":101,"CC":102,"CK":103,"FO":104,"HM":105,"FK":106,
		"MP":107,"MH":108,"UM":109,"PN":110,"SB":111,"TC":112,"VG":113,"VI":114,"IN":115,"ID":116,"IQ":117,"IR":118,"IE":119,"IS":120,
		"IL":121,"IT":122,"JM":123,"JP":124,"JE":125,"JO":126,"KZ":127,"KE":128,"KG":129,"KI":130,"XK":131,"KW":132,"RE":133,"LA":134,
		"LS":135,"LV":136,"LB":137,"LR":138,"LY":139,"LI":140,"LT":141,"LU":142,"MK":143,"MG":144,"MY":145,"MW":146,"MV":147,"ML":148,
		"MT":149,"MA":150,"MQ":151,"MU":152,"MR":153,"YT":154,"MX":155,"FM":156,"MD":157,"MC":158,"MN":159,"ME":160,"MS":161,"MZ":162,
		"BU":163,"MM":163,"NA":164,"UN":165,"NR":166,"NP":167,"NI":168,"NE":169,"NG":170,"NU":171,"NO":172,"NC":173,"NZ":174,"OM":175,
		"UG":176,"UZ":177,"PK":178,"PW":179,"PA":180,"PG":181,"PY":182,"NL":183,"BQ":184,"PE":185,"PH":186,"PL":187,"PF":188,"PR":189,
		"PT":190,"XA":191,"XB":192,"QA":193,"HK":194,"MO":195,"ZZ":196,"QO":197,"CF":198,"DO":199,"RO":200,"GB":201,"UK":201,"RU":202,
		"SU":202,"RW":203,"EH":204,"BL":205,"KN":206,"SM":207,"MF":208,"SX":209,"PM":210,"VC":211,"SH":212,"LC":213,"SV":214,"WS":215,
		"AS":216,"ST":217,"SN":218,"CS":219,"RS":219,"YU":219,"CQ":220,"SC":221,"SL":222,"SG":223,"SK":224,"SI":225,"SO":226,"SD":227,
		"SS":228,"LK":229,"SE":230,"CH":231,"SR":232,"SJ":233,"SY":234,"TJ":235,"TW":236,"TZ":237,"TD":238,"CZ":239,"TF":240,"IO":241,
		"PS":242,"TH":243,"TL":244,"TP":244,"TG":245,"TK":246,"TO":247,"TT":248,"TA":249,"TN":250,"TM":251,"TR":252,"TV":253,"UA":254,
		"EU":255,"UY":256,"NH":257,"VU":257,"VE":258,"VD":259,"VN":259,"WF":260,"YD":261,"YE":261,"ZM":262,"RH":263,"ZW":263,"EZ":264
	}'::jsonb -> "country")::smallint, 32767);
END
$$;--> statement-breakpoint
ALTER TABLE "firmwares" ADD COLUMN "version_key" text GENERATED ALWAYS AS (version_key(version_name)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_list_country_en_index" ON "users" USING btree (country_rank_en("country"),"id","country") WHERE not "users"."is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_country_fr_index" ON "users" USING btree (country_rank_fr("country"),"id","country") WHERE not "users"."is_deleted";