-- The whole schema. From release 1.0.0-rc.1 on nothing here is changed, no comment either: what changes the schema is a migration of its own,
-- and a database is known by the hash of this text (db/applyMigrations.ts).
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint

-- Functions that columns and indexes need

-- Case and accents of Latin, Greek and Cyrillic letters, the same in every database: lower() leaves the latter two alone where the locale is C,
-- and makes of I another letter where it is Turkish. Letters that are no base letter with a mark become what people type for them.
CREATE FUNCTION "fold_text"("given" text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN CASE WHEN octet_length("given") = char_length("given") THEN lower("given" COLLATE "C")
	ELSE replace(replace(replace(replace(translate(
		lower(regexp_replace(normalize("given", NFD), '[\u0300-\u036f]', '', 'g') COLLATE "C"),
		'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐØøŁłĐđÐðıÆŒÞẞ',
		'αβγδεζηθικλμνξοπρσστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґoollddddiæœþß'),
		'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
	END;
--> statement-breakpoint

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
		' -', '') || '#';
--> statement-breakpoint

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
$$;
--> statement-breakpoint

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
$$;
--> statement-breakpoint

-- Tables with their indexes, by topic as in ../tables/

-- alerts.ts
CREATE TABLE "alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"kind" text NOT NULL,
	"figure" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_kind_key" ON "alerts" ("kind") WHERE "ended_at" is null;--> statement-breakpoint

CREATE TABLE "call_counts" (
	"minute" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"answered" integer NOT NULL,
	"failed" integer NOT NULL
);
--> statement-breakpoint

-- audit.ts
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"word" text NOT NULL,
	"record_id" bigint NOT NULL,
	"action" text NOT NULL,
	"user_id" bigint,
	"date" timestamp (3) with time zone NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE INDEX "audit_entries_word_record_id_index" ON "audit_entries" ("word", "record_id", "id");--> statement-breakpoint
CREATE INDEX "audit_entries_user_id_index" ON "audit_entries" ("user_id");--> statement-breakpoint
CREATE INDEX "audit_entries_word_date_index" ON "audit_entries" ("word", "date");--> statement-breakpoint
CREATE INDEX "audit_entries_user_id_date_index" ON "audit_entries" ("user_id", "date", "id");--> statement-breakpoint
CREATE INDEX "audit_entries_date_index" ON "audit_entries" ("date", "id");--> statement-breakpoint

-- contacts.ts
CREATE TABLE "pending_usernames" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"requested_by_id" bigint,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "pending_usernames_requested_by_id_index" ON "pending_usernames" ("requested_by_id");--> statement-breakpoint
CREATE INDEX "pending_usernames_expires_at_index" ON "pending_usernames" ("expires_at");--> statement-breakpoint

CREATE TABLE "pending_phones" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"phone_prefix" text NOT NULL,
	"phone_number" text NOT NULL,
	"code_hash" text,
	"tries" smallint DEFAULT 0 NOT NULL,
	"code_expires_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "pending_phones_expires_at_index" ON "pending_phones" ("expires_at");--> statement-breakpoint

CREATE TABLE "former_contacts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint NOT NULL,
	"username" text NOT NULL,
	"phone_prefix" text NOT NULL,
	"phone_number" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "former_contacts_username_key" ON "former_contacts" ("username");--> statement-breakpoint
CREATE INDEX "former_contacts_user_id_index" ON "former_contacts" ("user_id");--> statement-breakpoint
CREATE INDEX "former_contacts_expires_at_index" ON "former_contacts" ("expires_at");--> statement-breakpoint

-- demo.ts
CREATE TABLE "demo_rows" (
	"entity" text NOT NULL,
	"record_id" bigint NOT NULL,
	CONSTRAINT "demo_rows_entity_record_id_pk" PRIMARY KEY ("entity", "record_id")
);
--> statement-breakpoint

-- dueWork.ts
CREATE TABLE "due_work" (
	"kind" text NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"failed_at" timestamp (3) with time zone,
	"claimed_by" uuid,
	"claimed_until" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "due_work_kind_key_pk" PRIMARY KEY ("kind", "key")
);
--> statement-breakpoint
CREATE INDEX "due_work_due_at_index" ON "due_work" ("due_at");--> statement-breakpoint

-- firmware.ts
CREATE TABLE "files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"filename" text NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"kind" text NOT NULL,
	"media_type" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "files_sha256_index" ON "files" ("sha256");--> statement-breakpoint

CREATE TABLE "products" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"name" text NOT NULL,
	"type_name" text NOT NULL,
	"type_id" integer NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "products_name_key" ON "products" (lower("name")) WHERE not "is_deleted";--> statement-breakpoint
CREATE INDEX "products_type_id_index" ON "products" ("type_id");--> statement-breakpoint

CREATE TABLE "firmwares" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"version_name" text NOT NULL,
	"language" text NOT NULL,
	"release_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_beta_test" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"change_log" text,
	"file_id" bigint NOT NULL,
	"version_key" text GENERATED ALWAYS AS (version_key(version_name)) STORED NOT NULL,
	"release_id" bigint NOT NULL,
	"unusual" text[],
	"is_unusual_confirmed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "firmwares_release_id_index" ON "firmwares" ("release_id");--> statement-breakpoint

CREATE TABLE "firmware_products" (
	"firmware_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	CONSTRAINT "firmware_products_product_id_firmware_id_pk" PRIMARY KEY ("product_id", "firmware_id")
);
--> statement-breakpoint
CREATE INDEX "firmware_products_firmware_id_index" ON "firmware_products" ("firmware_id");--> statement-breakpoint

CREATE TABLE "beta_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"name" text NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "beta_groups_name_key" ON "beta_groups" (lower("name")) WHERE not "is_deleted";--> statement-breakpoint

CREATE TABLE "firmware_beta_groups" (
	"firmware_id" bigint NOT NULL,
	"beta_group_id" bigint NOT NULL,
	CONSTRAINT "firmware_beta_groups_firmware_id_beta_group_id_pk" PRIMARY KEY ("firmware_id", "beta_group_id")
);
--> statement-breakpoint
CREATE INDEX "firmware_beta_groups_beta_group_id_index" ON "firmware_beta_groups" ("beta_group_id");--> statement-breakpoint

CREATE TABLE "beta_group_users" (
	"beta_group_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	CONSTRAINT "beta_group_users_user_id_beta_group_id_pk" PRIMARY KEY ("user_id", "beta_group_id")
);
--> statement-breakpoint
CREATE INDEX "beta_group_users_beta_group_id_index" ON "beta_group_users" ("beta_group_id");--> statement-breakpoint

-- leaving.ts
CREATE TABLE "data_exports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint NOT NULL,
	"requested_by_id" bigint,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"file_id" bigint,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "data_exports_user_id_index" ON "data_exports" ("user_id", "id");--> statement-breakpoint
CREATE INDEX "data_exports_requested_by_id_index" ON "data_exports" ("requested_by_id");--> statement-breakpoint
CREATE INDEX "data_exports_file_id_index" ON "data_exports" ("file_id");--> statement-breakpoint
CREATE INDEX "data_exports_expires_at_index" ON "data_exports" ("expires_at");--> statement-breakpoint

CREATE TABLE "account_deletions" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"requested_by_id" bigint,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"begun_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "account_deletions_requested_by_id_index" ON "account_deletions" ("requested_by_id");--> statement-breakpoint

-- messages.ts
CREATE TABLE "outgoing_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"template" text NOT NULL,
	"user_id" bigint,
	"address" text,
	"message_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"useless_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"alert_id" bigint,
	"locale" text,
	"factor_reset_id" bigint,
	"release_id" bigint,
	"proof_file_id" bigint,
	"accessory_id" bigint,
	"user_product_id" bigint,
	CONSTRAINT "outgoing_messages_recipient_check" CHECK ("user_id" is not null or "address" is not null)
);
--> statement-breakpoint
CREATE INDEX "outgoing_messages_due_at_index" ON "outgoing_messages" ("due_at");--> statement-breakpoint
CREATE INDEX "outgoing_messages_turn_index" ON "outgoing_messages" ((case when "template" in ('extensionEnds', 'releaseOffered', 'betaOffered', 'updateUnfinished') then 2 when "template" = 'recall' then 1 else 0 end), "due_at");--> statement-breakpoint
CREATE INDEX "outgoing_messages_user_id_index" ON "outgoing_messages" ("user_id");--> statement-breakpoint
CREATE INDEX "outgoing_messages_alert_id_index" ON "outgoing_messages" ("alert_id");--> statement-breakpoint
CREATE INDEX "outgoing_messages_factor_reset_id_index" ON "outgoing_messages" ("factor_reset_id");--> statement-breakpoint
CREATE INDEX "outgoing_messages_release_id_index" ON "outgoing_messages" ("release_id");--> statement-breakpoint
CREATE INDEX "outgoing_messages_proof_file_id_index" ON "outgoing_messages" ("proof_file_id");--> statement-breakpoint
CREATE INDEX "outgoing_messages_accessory_id_index" ON "outgoing_messages" ("accessory_id");--> statement-breakpoint
CREATE INDEX "outgoing_messages_user_product_id_index" ON "outgoing_messages" ("user_product_id");--> statement-breakpoint

CREATE TABLE "settled_messages" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"template" text NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "settled_messages_user_id_index" ON "settled_messages" ("user_id", "created_at");--> statement-breakpoint
CREATE INDEX "settled_messages_settled_at_index" ON "settled_messages" ("settled_at");--> statement-breakpoint

CREATE TABLE "update_mails" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"switched_off_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "update_mails_token_key" ON "update_mails" ("token");--> statement-breakpoint

CREATE TABLE "demo_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"message_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text,
	"text" text NOT NULL,
	"html" text,
	"sent_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "demo_messages_message_id_key" ON "demo_messages" ("message_id");--> statement-breakpoint
CREATE INDEX "demo_messages_sent_at_index" ON "demo_messages" ("sent_at");--> statement-breakpoint

-- outcomes.ts
CREATE TABLE "release_outcomes" (
	"release_id" bigint NOT NULL,
	"product_type_id" integer NOT NULL,
	"serial_number" text NOT NULL,
	"user_id" bigint,
	"product_update_id" bigint,
	"hardware_version" smallint NOT NULL,
	"app_build" integer,
	"browser" text,
	"is_beta" boolean NOT NULL,
	"round" integer NOT NULL,
	"is_counted" boolean NOT NULL,
	"began_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"failure" text,
	"is_failure_counted" boolean DEFAULT false NOT NULL,
	"repaired_at" timestamp (3) with time zone,
	"empty_at" timestamp (3) with time zone,
	"lost_at" timestamp (3) with time zone,
	"is_summed" boolean DEFAULT true NOT NULL,
	CONSTRAINT "release_outcomes_release_id_product_type_id_serial_number_pk" PRIMARY KEY ("release_id", "product_type_id", "serial_number")
);
--> statement-breakpoint
CREATE INDEX "release_outcomes_user_id_index" ON "release_outcomes" ("user_id");--> statement-breakpoint
CREATE INDEX "release_outcomes_product_update_id_index" ON "release_outcomes" ("product_update_id");--> statement-breakpoint
CREATE INDEX "release_outcomes_open_index" ON "release_outcomes" ("began_at") WHERE "ended_at" is null;--> statement-breakpoint
CREATE INDEX "release_outcomes_unsummed_index" ON "release_outcomes" ("release_id") WHERE not "is_summed";--> statement-breakpoint

CREATE TABLE "release_tests" (
	"release_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"place" smallint NOT NULL,
	"expected" double precision NOT NULL,
	"before" jsonb,
	"outcomes" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "release_tests_release_id_kind_name_pk" PRIMARY KEY ("release_id", "kind", "name")
);
--> statement-breakpoint

-- ownership.ts
CREATE TABLE "user_products" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"serial_number" text NOT NULL,
	"material_version" smallint NOT NULL,
	"protocol_version" smallint NOT NULL,
	"product_type_id" integer NOT NULL,
	"electronic_board_serial" text,
	"purchase_date" timestamp (3) with time zone,
	"purchase_proof_file_id" bigint,
	"start_warranty" timestamp (3) with time zone,
	"end_warranty" timestamp (3) with time zone,
	"start_warranty_extension" timestamp (3) with time zone,
	"end_warranty_extension" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"confirmed_update_id" bigint,
	"nickname" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_products_user_id_serial_number_key" ON "user_products" ("user_id", "serial_number");--> statement-breakpoint
CREATE INDEX "user_products_product_id_index" ON "user_products" ("product_id");--> statement-breakpoint
CREATE INDEX "user_products_serial_number_index" ON "user_products" ("serial_number");--> statement-breakpoint
CREATE INDEX "user_products_purchase_proof_file_id_index" ON "user_products" ("purchase_proof_file_id") WHERE "purchase_proof_file_id" is not null;--> statement-breakpoint
CREATE INDEX "user_products_serial_number_parts_index" ON "user_products" USING gin ("serial_number" gin_trgm_ops);--> statement-breakpoint

CREATE TABLE "accessories" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint NOT NULL,
	"user_product_id" bigint,
	"name" text NOT NULL,
	"serial_number" text NOT NULL,
	"accessory_type_id" smallint NOT NULL,
	"coil_serial" text,
	"purchase_date" timestamp (3) with time zone,
	"purchase_proof_file_id" bigint,
	"start_warranty_extension" timestamp (3) with time zone,
	"end_warranty_extension" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"extension_reminded_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "accessories_user_id_serial_number_key" ON "accessories" ("user_id", "serial_number");--> statement-breakpoint
CREATE INDEX "accessories_user_product_id_index" ON "accessories" ("user_product_id");--> statement-breakpoint
CREATE INDEX "accessories_purchase_proof_file_id_index" ON "accessories" ("purchase_proof_file_id") WHERE "purchase_proof_file_id" is not null;--> statement-breakpoint
CREATE INDEX "accessories_serial_number_parts_index" ON "accessories" USING gin ("serial_number" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "accessories_coil_serial_parts_index" ON "accessories" USING gin ("coil_serial" gin_trgm_ops);--> statement-breakpoint

CREATE TABLE "product_updates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_product_id" bigint NOT NULL,
	"firmware_id" bigint NOT NULL,
	"date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"success" boolean,
	"error_type" text,
	"reported_at" timestamp (3) with time zone,
	"firmware_after" text,
	"sent_date" timestamp (3) with time zone,
	"began_from" timestamp (3) with time zone,
	"began_by" timestamp (3) with time zone,
	"is_simulated" boolean DEFAULT false NOT NULL,
	"app_build" integer,
	"browser" text,
	CONSTRAINT "product_updates_error_type_check" CHECK (("success" is false) = ("error_type" is not null))
);
--> statement-breakpoint
CREATE INDEX "product_updates_user_product_id_date_index" ON "product_updates" ("user_product_id", "date");--> statement-breakpoint
CREATE INDEX "product_updates_firmware_id_index" ON "product_updates" ("firmware_id");--> statement-breakpoint
CREATE INDEX "product_updates_date_index" ON "product_updates" ("date");--> statement-breakpoint
CREATE INDEX "product_updates_erased_open_index" ON "product_updates" ("user_product_id") WHERE "success" is null and "firmware_after" = 'none';--> statement-breakpoint

CREATE TABLE "update_leases" (
	"product_update_id" bigint PRIMARY KEY NOT NULL,
	"heard_at" timestamp (3) with time zone NOT NULL,
	"percent" smallint,
	"reminded_at" timestamp (3) with time zone
);
--> statement-breakpoint

-- people.ts
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text DEFAULT 'ROLE_CUSTOMER' NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"phone_prefix" text NOT NULL,
	"phone_number" text NOT NULL,
	"country" text NOT NULL,
	"distributor" text,
	"locale" text DEFAULT 'en' NOT NULL,
	"is_newsletter" boolean DEFAULT false NOT NULL,
	"is_beta_tester" boolean DEFAULT false NOT NULL,
	"account_validated" boolean DEFAULT false NOT NULL,
	"account_locked" boolean DEFAULT false NOT NULL,
	"needs_sms_code" boolean DEFAULT false NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"origin" text DEFAULT 'PORTAL' NOT NULL,
	"free_trial_end_date" timestamp (3) with time zone,
	"subscription_name" text,
	"subscription_start" timestamp (3) with time zone,
	"subscription_end" timestamp (3) with time zone,
	"first_launch" timestamp (3) with time zone,
	"last_launch" timestamp (3) with time zone,
	"last_sync" timestamp (3) with time zone,
	"disk_usage" bigint,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"firstname_key" text GENERATED ALWAYS AS (fold_text(firstname)) STORED NOT NULL,
	"lastname_key" text GENERATED ALWAYS AS (fold_text(lastname)) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold_text(' ' || firstname || ' ' || lastname || ' ' || username || ' ' || phone_number)) STORED NOT NULL,
	"validation_requested_at" timestamp (3) with time zone,
	"password_due" text,
	"phone_digits" text DEFAULT '' NOT NULL,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "users_role_check" CHECK ("role" in ('ROLE_ADMIN', 'ROLE_MARKETTING', 'ROLE_BE', 'ROLE_CUSTOMER'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" ("username") WHERE not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_id_index" ON "users" ("id", "is_beta_tester", "account_validated", "account_locked") WHERE not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_firstname_index" ON "users" ("firstname_key" collate "C", "id") WHERE not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_lastname_index" ON "users" ("lastname_key" collate "C", "id") WHERE not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_username_index" ON "users" ("username" collate "C", "id") WHERE not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_country_index" ON "users" ("country" collate "C", "id") WHERE not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_country_en_index" ON "users" (country_rank_en("country"), "id", "country") WHERE not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_country_fr_index" ON "users" (country_rank_fr("country"), "id", "country") WHERE not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_role_index" ON "users" ("role", "id") WHERE not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_newsletter_index" ON "users" ("is_newsletter", "id") WHERE not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_since_index" ON "users" ("since", "id") WHERE not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_beta_tester_index" ON "users" ("id") WHERE "is_beta_tester" and not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_not_validated_index" ON "users" ("id") WHERE not "account_validated" and not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_locked_index" ON "users" ("id") WHERE "account_locked" and not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_subscription_index" ON "users" ("id", "subscription_end") WHERE "subscription_name" is not null and "subscription_name" <> 'TRIAL' and not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_last_sync_index" ON "users" ("last_sync", "id") WHERE not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_deleted_index" ON "users" ("id") WHERE "is_deleted";--> statement-breakpoint
CREATE INDEX "users_search_text_index" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_spaced_names_index" ON "users" USING gin ("search_text" gin_trgm_ops) WHERE ("firstname_key" like '% %' or "lastname_key" like '% %') and not "is_deleted";--> statement-breakpoint
CREATE INDEX "users_phone_digits_index" ON "users" USING gin ("phone_digits" gin_trgm_ops);--> statement-breakpoint

CREATE TABLE "user_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint NOT NULL,
	"author_id" bigint,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "user_notes_user_id_index" ON "user_notes" ("user_id", "id");--> statement-breakpoint
CREATE INDEX "user_notes_author_id_index" ON "user_notes" ("author_id");--> statement-breakpoint

CREATE TABLE "sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"family_id" uuid NOT NULL,
	"user_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"rotated_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"user_agent" text,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"successor_key_id" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions" ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_family_id_index" ON "sessions" ("family_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" ("expires_at");--> statement-breakpoint

CREATE TABLE "impersonations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"administrator_id" bigint NOT NULL,
	"family_id" uuid NOT NULL,
	"customer_id" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"screens" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "impersonations_administrator_id_index" ON "impersonations" ("administrator_id");--> statement-breakpoint
CREATE INDEX "impersonations_customer_id_index" ON "impersonations" ("customer_id");--> statement-breakpoint
CREATE INDEX "impersonations_expires_at_index" ON "impersonations" ("expires_at");--> statement-breakpoint

CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint

CREATE TABLE "idempotency_keys" (
	"user_id" bigint,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" smallint,
	"response" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_key" UNIQUE NULLS NOT DISTINCT ("user_id", "key")
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" ("created_at");--> statement-breakpoint

-- proofChecks.ts
CREATE TABLE "proof_checks" (
	"file_id" bigint PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by_id" bigint,
	"reason" text,
	"words" text,
	"claimed_by_id" bigint,
	"claimed_until" timestamp (3) with time zone,
	"late_mailed_at" timestamp (3) with time zone,
	CONSTRAINT "proof_checks_decided_check" CHECK (("state" = 'checking') = ("decided_at" is null)),
	CONSTRAINT "proof_checks_reason_check" CHECK (("state" = 'refused') = ("reason" is not null))
);
--> statement-breakpoint
CREATE INDEX "proof_checks_waiting_index" ON "proof_checks" ("submitted_at") WHERE "state" = 'checking';--> statement-breakpoint
CREATE INDEX "proof_checks_decided_by_id_index" ON "proof_checks" ("decided_by_id");--> statement-breakpoint
CREATE INDEX "proof_checks_claimed_by_id_index" ON "proof_checks" ("claimed_by_id");--> statement-breakpoint

-- publications.ts
CREATE TABLE "news" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"thumbnail_file_id" bigint,
	"is_published" boolean DEFAULT false NOT NULL,
	"last_modif_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"small_thumbnail" text,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"published_at" timestamp (3) with time zone,
	"publish_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "news_thumbnail_file_id_index" ON "news" ("thumbnail_file_id") WHERE "thumbnail_file_id" is not null;--> statement-breakpoint

CREATE TABLE "news_reads" (
	"user_id" bigint NOT NULL,
	"news_id" bigint NOT NULL,
	CONSTRAINT "news_reads_user_id_news_id_pk" PRIMARY KEY ("user_id", "news_id")
);
--> statement-breakpoint
CREATE INDEX "news_reads_news_id_index" ON "news_reads" ("news_id");--> statement-breakpoint

CREATE TABLE "news_images" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"token" text NOT NULL,
	"file_id" bigint NOT NULL,
	"unused_since" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "news_images_token_key" ON "news_images" ("token");--> statement-breakpoint
CREATE INDEX "news_images_file_id_index" ON "news_images" ("file_id");--> statement-breakpoint

CREATE TABLE "news_image_uses" (
	"news_id" bigint NOT NULL,
	"image_id" bigint NOT NULL,
	CONSTRAINT "news_image_uses_news_id_image_id_pk" PRIMARY KEY ("news_id", "image_id")
);
--> statement-breakpoint
CREATE INDEX "news_image_uses_image_id_index" ON "news_image_uses" ("image_id");--> statement-breakpoint

CREATE TABLE "rally_zones" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"title" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"creation_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"area_square_meters" double precision DEFAULT 0 NOT NULL,
	"perimeter_meters" double precision DEFAULT 0 NOT NULL,
	"shapes_sha256" text
);
--> statement-breakpoint

CREATE TABLE "rally_zone_shapes" (
	"rally_zone_id" bigint NOT NULL,
	"part" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "rally_zone_shapes_rally_zone_id_part_pk" PRIMARY KEY ("rally_zone_id", "part")
);
--> statement-breakpoint

CREATE TABLE "rally_zone_files" (
	"rally_zone_id" bigint NOT NULL,
	"file_id" bigint NOT NULL,
	CONSTRAINT "rally_zone_files_rally_zone_id_file_id_pk" PRIMARY KEY ("rally_zone_id", "file_id")
);
--> statement-breakpoint
CREATE INDEX "rally_zone_files_file_id_index" ON "rally_zone_files" ("file_id");--> statement-breakpoint

-- releases.ts
CREATE TABLE "releases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"offered_at" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"is_staged" boolean DEFAULT false NOT NULL,
	"is_recalled" boolean DEFAULT false NOT NULL,
	"minimum_installed_version" text,
	"stepping_stone" text,
	"hardware_versions" smallint[] DEFAULT '{}' NOT NULL,
	"minimum_battery_percent" integer,
	"needs_coil" boolean DEFAULT false NOT NULL,
	"minimum_app_build" integer,
	"proof_exception_at" timestamp (3) with time zone,
	"proof_exception_by" bigint,
	"proof_exception_reason" text,
	"share" double precision DEFAULT 1 NOT NULL,
	"share_since" timestamp (3) with time zone,
	"share_reason" text,
	"plan_shares" double precision[] DEFAULT '{}' NOT NULL,
	"plan_paused" jsonb,
	"halted_for" jsonb,
	"round" integer DEFAULT 1 NOT NULL,
	"mails_owners" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint

CREATE TABLE "release_approvals" (
	"release_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "release_approvals_release_id_user_id_pk" PRIMARY KEY ("release_id", "user_id")
);
--> statement-breakpoint
CREATE INDEX "release_approvals_user_id_index" ON "release_approvals" ("user_id");--> statement-breakpoint

CREATE TABLE "release_holds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"release_id" bigint NOT NULL,
	"hardware_versions" smallint[] DEFAULT '{}' NOT NULL,
	"reason" jsonb NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "release_holds_release_id_index" ON "release_holds" ("release_id");--> statement-breakpoint

CREATE TABLE "release_schedules" (
	"release_id" bigint PRIMARY KEY NOT NULL,
	"step" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" bigint NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	"asked" jsonb NOT NULL,
	"failure" text
);
--> statement-breakpoint
CREATE INDEX "release_schedules_user_id_index" ON "release_schedules" ("user_id");--> statement-breakpoint

CREATE TABLE "release_mails" (
	"release_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "release_mails_user_id_release_id_pk" PRIMARY KEY ("user_id", "release_id")
);
--> statement-breakpoint
CREATE INDEX "release_mails_release_id_index" ON "release_mails" ("release_id");--> statement-breakpoint

CREATE TABLE "release_recalls" (
	"release_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "release_recalls_release_id_user_id_pk" PRIMARY KEY ("release_id", "user_id")
);
--> statement-breakpoint
CREATE INDEX "release_recalls_user_id_index" ON "release_recalls" ("user_id");--> statement-breakpoint

-- seals.ts
CREATE TABLE "seals" (
	"chain" text NOT NULL,
	"number" bigint NOT NULL,
	"kind" text NOT NULL,
	"previous" text NOT NULL,
	"root" text NOT NULL,
	"count" integer NOT NULL,
	"newest_id" bigint,
	"newest_at" timestamp (3) with time zone,
	"made_at" timestamp (3) with time zone NOT NULL,
	"hash" text NOT NULL,
	"is_logged" boolean DEFAULT false NOT NULL,
	CONSTRAINT "seals_chain_number_pk" PRIMARY KEY ("chain", "number")
);
--> statement-breakpoint
CREATE INDEX "seals_unlogged_index" ON "seals" ("number") WHERE not "is_logged";--> statement-breakpoint

CREATE TABLE "sealed_entries" (
	"chain" text NOT NULL,
	"entry_id" bigint NOT NULL,
	"seal" bigint NOT NULL,
	"kind" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"user_id" bigint,
	"actor_id" bigint,
	"salt" uuid,
	"values_hash" text NOT NULL,
	CONSTRAINT "sealed_entries_chain_entry_id_pk" PRIMARY KEY ("chain", "entry_id")
);
--> statement-breakpoint
CREATE INDEX "sealed_entries_seal_index" ON "sealed_entries" ("chain", "seal", "entry_id");--> statement-breakpoint

-- secondFactors.ts
CREATE TABLE "second_factors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"credential_id" text,
	"public_key" text,
	"sign_count" bigint,
	"transports" text[],
	"wrapped_secret" text,
	"last_step" bigint,
	CONSTRAINT "second_factors_kind_check" CHECK (case "kind" when 'passkey' then "credential_id" is not null and "public_key" is not null and "sign_count" is not null
        else "wrapped_secret" is not null end)
);
--> statement-breakpoint
CREATE INDEX "second_factors_user_id_index" ON "second_factors" ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "second_factors_credential_id_key" ON "second_factors" ("credential_id");--> statement-breakpoint

CREATE TABLE "recovery_codes" (
	"user_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY ("user_id", "code_hash")
);
--> statement-breakpoint

CREATE TABLE "factor_resets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint NOT NULL,
	"actor_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint

CREATE TABLE "spent_challenges" (
	"challenge_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "spent_challenges_expires_at_index" ON "spent_challenges" ("expires_at");--> statement-breakpoint

-- securityLog.ts
CREATE TABLE "security_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"kind" text NOT NULL,
	"user_id" bigint,
	"actor_id" bigint,
	"address" text,
	"reason" text,
	"repeat_key" text,
	"count" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold_text(' ' || coalesce(address, '') || ' ' || coalesce(reason, ''))) STORED NOT NULL,
	"export" jsonb
);
--> statement-breakpoint
CREATE UNIQUE INDEX "security_events_repeat_key_key" ON "security_events" ("repeat_key");--> statement-breakpoint
CREATE INDEX "security_events_user_id_first_at_index" ON "security_events" ("user_id", "first_at");--> statement-breakpoint
CREATE INDEX "security_events_actor_id_index" ON "security_events" ("actor_id") WHERE "actor_id" is not null;--> statement-breakpoint
CREATE INDEX "security_events_kind_index" ON "security_events" ("kind", "first_at", "id");--> statement-breakpoint
CREATE INDEX "security_events_reason_index" ON "security_events" ("reason", "first_at", "id") WHERE "reason" is not null;--> statement-breakpoint
CREATE INDEX "security_events_first_at_index" ON "security_events" ("first_at", "id");--> statement-breakpoint
CREATE INDEX "security_events_search_text_index" ON "security_events" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint

-- signatures.ts
CREATE TABLE "release_roots" (
	"version" integer PRIMARY KEY NOT NULL,
	"documents" text[] NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint

CREATE TABLE "release_statements" (
	"release_id" bigint PRIMARY KEY NOT NULL,
	"documents" text[] NOT NULL,
	"digest" text NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint

CREATE TABLE "signed_catalogues" (
	"type_id" integer PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"releases" jsonb NOT NULL,
	"documents" text[] NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint

-- signingIn.ts
CREATE TABLE "budgets" (
	"key" text PRIMARY KEY NOT NULL,
	"taken_at" timestamp (3) with time zone[] NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"checking" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "budgets_expires_at_index" ON "budgets" ("expires_at");--> statement-breakpoint

CREATE TABLE "sign_in_locks" (
	"name_hash" text PRIMARY KEY NOT NULL,
	"failures" smallint NOT NULL,
	"locks" smallint NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"last_tried_at" timestamp (3) with time zone NOT NULL,
	"checking" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sign_in_locks_last_tried_at_index" ON "sign_in_locks" ("last_tried_at");--> statement-breakpoint

CREATE TABLE "trusted_devices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "trusted_devices_token_hash_key" ON "trusted_devices" ("token_hash");--> statement-breakpoint
CREATE INDEX "trusted_devices_user_id_index" ON "trusted_devices" ("user_id");--> statement-breakpoint
CREATE INDEX "trusted_devices_last_used_at_index" ON "trusted_devices" ("last_used_at");--> statement-breakpoint

CREATE TABLE "sms_codes" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint

CREATE TABLE "sign_in_grants" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"replaces_family_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"proof" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_grants_token_hash_key" ON "sign_in_grants" ("token_hash");--> statement-breakpoint
CREATE INDEX "sign_in_grants_user_id_index" ON "sign_in_grants" ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_grants_expires_at_index" ON "sign_in_grants" ("expires_at");--> statement-breakpoint

CREATE TABLE "sign_ins" (
	"family_id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"method" text NOT NULL,
	"device_id" bigint,
	"proved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sign_ins_user_id_index" ON "sign_ins" ("user_id");--> statement-breakpoint
CREATE INDEX "sign_ins_device_id_index" ON "sign_ins" ("device_id");--> statement-breakpoint

CREATE TABLE "mailed_tokens" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"address" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "mailed_tokens_token_hash_key" ON "mailed_tokens" ("token_hash");--> statement-breakpoint
CREATE INDEX "mailed_tokens_user_id_index" ON "mailed_tokens" ("user_id");--> statement-breakpoint
CREATE INDEX "mailed_tokens_expires_at_index" ON "mailed_tokens" ("expires_at");--> statement-breakpoint

-- signingKeys.ts
CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"wrapped_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "signing_keys_current_key" ON "signing_keys" (("retired_at" is null)) WHERE "retired_at" is null;--> statement-breakpoint

-- subscriptions.ts
CREATE TABLE "subscriptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"end" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "subscriptions_user_id_index" ON "subscriptions" ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_start_index" ON "subscriptions" ("start", "end");--> statement-breakpoint
CREATE INDEX "subscriptions_end_index" ON "subscriptions" ("end", "start");--> statement-breakpoint

-- updateCounts.ts
CREATE TABLE "update_count_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"quarter" integer NOT NULL,
	"product_id" bigint NOT NULL,
	"firmware_id" bigint NOT NULL,
	"successes" integer NOT NULL,
	"unreported" integer NOT NULL,
	"disconnections" integer NOT NULL,
	"reprogramming_errors" integer NOT NULL,
	"reboot_errors" integer NOT NULL
);
--> statement-breakpoint

CREATE TABLE "update_counts" (
	"span" smallint NOT NULL,
	"quarter" integer NOT NULL,
	"product_id" bigint NOT NULL,
	"firmware_id" bigint NOT NULL,
	"successes" integer NOT NULL,
	"unreported" integer NOT NULL,
	"disconnections" integer NOT NULL,
	"reprogramming_errors" integer NOT NULL,
	"reboot_errors" integer NOT NULL,
	CONSTRAINT "update_counts_span_quarter_product_id_firmware_id_pk" PRIMARY KEY ("span", "quarter", "product_id", "firmware_id")
);
--> statement-breakpoint

CREATE TABLE "update_totals" (
	"product_id" bigint NOT NULL,
	"quarter" integer NOT NULL,
	"successes" integer NOT NULL,
	"unreported" integer NOT NULL,
	"disconnections" integer NOT NULL,
	"reprogramming_errors" integer NOT NULL,
	"reboot_errors" integer NOT NULL,
	CONSTRAINT "update_totals_product_id_quarter_pk" PRIMARY KEY ("product_id", "quarter")
);
--> statement-breakpoint

CREATE TABLE "detectors_without_firmware" (
	"user_product_id" bigint PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint

-- userBatches.ts
CREATE TABLE "user_batches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"kind" text NOT NULL,
	"beta_group_id" bigint,
	"started_by" bigint NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"address" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"undo_of" bigint
);
--> statement-breakpoint
CREATE INDEX "user_batches_started_by_index" ON "user_batches" ("started_by", "id");--> statement-breakpoint
CREATE INDEX "user_batches_beta_group_id_index" ON "user_batches" ("beta_group_id") WHERE "beta_group_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "user_batches_undo_of_key" ON "user_batches" ("undo_of");--> statement-breakpoint

CREATE TABLE "user_batch_rows" (
	"batch_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"outcome" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"audit_id" bigint,
	CONSTRAINT "user_batch_rows_batch_id_user_id_pk" PRIMARY KEY ("batch_id", "user_id")
);
--> statement-breakpoint
CREATE INDEX "user_batch_rows_user_id_index" ON "user_batch_rows" ("user_id");--> statement-breakpoint
CREATE INDEX "user_batch_rows_pending_index" ON "user_batch_rows" ("batch_id", "user_id") WHERE "outcome" = 'pending';--> statement-breakpoint

-- warrantyCodes.ts
CREATE TABLE "warranty_code_batches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"nb_code" integer NOT NULL,
	"nb_inserted" integer DEFAULT 0 NOT NULL,
	"is_gifted" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"user_id" bigint,
	"note" text DEFAULT '' NOT NULL,
	"recalled_at" timestamp (3) with time zone,
	"recalled_by_id" bigint,
	"recall_reason" text
);
--> statement-breakpoint
CREATE INDEX "warranty_code_batches_user_id_index" ON "warranty_code_batches" ("user_id");--> statement-breakpoint
CREATE INDEX "warranty_code_batches_recalled_by_id_index" ON "warranty_code_batches" ("recalled_by_id");--> statement-breakpoint

CREATE TABLE "warranty_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"code" text NOT NULL,
	"is_gifted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone,
	"user_id" bigint,
	"accessory_id" bigint,
	"start_date" timestamp (3) with time zone,
	"end_date" timestamp (3) with time zone,
	"batch_id" bigint
);
--> statement-breakpoint
CREATE UNIQUE INDEX "warranty_codes_code_key" ON "warranty_codes" ("code");--> statement-breakpoint
CREATE INDEX "warranty_codes_user_id_index" ON "warranty_codes" ("user_id");--> statement-breakpoint
CREATE INDEX "warranty_codes_accessory_id_index" ON "warranty_codes" ("accessory_id");--> statement-breakpoint
CREATE INDEX "warranty_codes_batch_id_index" ON "warranty_codes" ("batch_id", "id");--> statement-breakpoint
CREATE INDEX "warranty_codes_code_prefix_index" ON "warranty_codes" ("code" collate "C");--> statement-breakpoint
CREATE INDEX "warranty_codes_start_date_index" ON "warranty_codes" ("start_date", "id");--> statement-breakpoint
CREATE INDEX "warranty_codes_end_date_index" ON "warranty_codes" ("end_date", "id");--> statement-breakpoint
CREATE INDEX "warranty_codes_list_index" ON "warranty_codes" ("id", "used_at", "is_gifted");--> statement-breakpoint
CREATE INDEX "warranty_codes_list_used_index" ON "warranty_codes" ("id") WHERE "used_at" is not null;--> statement-breakpoint
CREATE INDEX "warranty_codes_list_gifted_index" ON "warranty_codes" ("id") WHERE "is_gifted";--> statement-breakpoint
CREATE INDEX "warranty_codes_used_of_batch_index" ON "warranty_codes" ("batch_id") WHERE "used_at" is not null;--> statement-breakpoint

-- Foreign keys, in the same order

ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE restrict;
--> statement-breakpoint
ALTER TABLE "pending_usernames" ADD CONSTRAINT "pending_usernames_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "pending_usernames" ADD CONSTRAINT "pending_usernames_requested_by_id_users_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "users" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "pending_phones" ADD CONSTRAINT "pending_phones_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "former_contacts" ADD CONSTRAINT "former_contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "firmwares" ADD CONSTRAINT "firmwares_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "releases" ("id") ON DELETE restrict;--> statement-breakpoint
ALTER TABLE "firmwares" ADD CONSTRAINT "firmwares_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "files" ("id") ON DELETE restrict;--> statement-breakpoint
ALTER TABLE "firmware_products" ADD CONSTRAINT "firmware_products_firmware_id_firmwares_id_fk" FOREIGN KEY ("firmware_id") REFERENCES "firmwares" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "firmware_products" ADD CONSTRAINT "firmware_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "products" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "firmware_beta_groups" ADD CONSTRAINT "firmware_beta_groups_firmware_id_firmwares_id_fk" FOREIGN KEY ("firmware_id") REFERENCES "firmwares" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "firmware_beta_groups" ADD CONSTRAINT "firmware_beta_groups_beta_group_id_beta_groups_id_fk" FOREIGN KEY ("beta_group_id") REFERENCES "beta_groups" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "beta_group_users" ADD CONSTRAINT "beta_group_users_beta_group_id_beta_groups_id_fk" FOREIGN KEY ("beta_group_id") REFERENCES "beta_groups" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "beta_group_users" ADD CONSTRAINT "beta_group_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_requested_by_id_users_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "users" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "files" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "account_deletions" ADD CONSTRAINT "account_deletions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "account_deletions" ADD CONSTRAINT "account_deletions_requested_by_id_users_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "users" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "alerts" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_factor_reset_id_factor_resets_id_fk" FOREIGN KEY ("factor_reset_id") REFERENCES "factor_resets" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "releases" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_proof_file_id_files_id_fk" FOREIGN KEY ("proof_file_id") REFERENCES "files" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_accessory_id_accessories_id_fk" FOREIGN KEY ("accessory_id") REFERENCES "accessories" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_user_product_id_user_products_id_fk" FOREIGN KEY ("user_product_id") REFERENCES "user_products" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "settled_messages" ADD CONSTRAINT "settled_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "update_mails" ADD CONSTRAINT "update_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "release_outcomes" ADD CONSTRAINT "release_outcomes_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "releases" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "release_outcomes" ADD CONSTRAINT "release_outcomes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "release_outcomes" ADD CONSTRAINT "release_outcomes_product_update_id_product_updates_id_fk" FOREIGN KEY ("product_update_id") REFERENCES "product_updates" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "release_tests" ADD CONSTRAINT "release_tests_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "releases" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "user_products" ADD CONSTRAINT "user_products_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "user_products" ADD CONSTRAINT "user_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "products" ("id") ON DELETE restrict;--> statement-breakpoint
ALTER TABLE "user_products" ADD CONSTRAINT "user_products_purchase_proof_file_id_files_id_fk" FOREIGN KEY ("purchase_proof_file_id") REFERENCES "files" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "accessories" ADD CONSTRAINT "accessories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "accessories" ADD CONSTRAINT "accessories_user_product_id_user_products_id_fk" FOREIGN KEY ("user_product_id") REFERENCES "user_products" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "accessories" ADD CONSTRAINT "accessories_purchase_proof_file_id_files_id_fk" FOREIGN KEY ("purchase_proof_file_id") REFERENCES "files" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "product_updates" ADD CONSTRAINT "product_updates_user_product_id_user_products_id_fk" FOREIGN KEY ("user_product_id") REFERENCES "user_products" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "product_updates" ADD CONSTRAINT "product_updates_firmware_id_firmwares_id_fk" FOREIGN KEY ("firmware_id") REFERENCES "firmwares" ("id") ON DELETE restrict;--> statement-breakpoint
ALTER TABLE "update_leases" ADD CONSTRAINT "update_leases_product_update_id_product_updates_id_fk" FOREIGN KEY ("product_update_id") REFERENCES "product_updates" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "users" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "impersonations" ADD CONSTRAINT "impersonations_administrator_id_users_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "impersonations" ADD CONSTRAINT "impersonations_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "proof_checks" ADD CONSTRAINT "proof_checks_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "files" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "proof_checks" ADD CONSTRAINT "proof_checks_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "users" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "proof_checks" ADD CONSTRAINT "proof_checks_claimed_by_id_users_id_fk" FOREIGN KEY ("claimed_by_id") REFERENCES "users" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_thumbnail_file_id_files_id_fk" FOREIGN KEY ("thumbnail_file_id") REFERENCES "files" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "news_reads" ADD CONSTRAINT "news_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "news_reads" ADD CONSTRAINT "news_reads_news_id_news_id_fk" FOREIGN KEY ("news_id") REFERENCES "news" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "news_images" ADD CONSTRAINT "news_images_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "files" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "news_image_uses" ADD CONSTRAINT "news_image_uses_news_id_news_id_fk" FOREIGN KEY ("news_id") REFERENCES "news" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "news_image_uses" ADD CONSTRAINT "news_image_uses_image_id_news_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "news_images" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "rally_zone_shapes" ADD CONSTRAINT "rally_zone_shapes_rally_zone_id_rally_zones_id_fk" FOREIGN KEY ("rally_zone_id") REFERENCES "rally_zones" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "rally_zone_files" ADD CONSTRAINT "rally_zone_files_rally_zone_id_rally_zones_id_fk" FOREIGN KEY ("rally_zone_id") REFERENCES "rally_zones" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "rally_zone_files" ADD CONSTRAINT "rally_zone_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "files" ("id") ON DELETE restrict;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_proof_exception_by_users_id_fk" FOREIGN KEY ("proof_exception_by") REFERENCES "users" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "release_approvals" ADD CONSTRAINT "release_approvals_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "releases" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "release_approvals" ADD CONSTRAINT "release_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "release_holds" ADD CONSTRAINT "release_holds_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "releases" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "release_schedules" ADD CONSTRAINT "release_schedules_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "releases" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "release_schedules" ADD CONSTRAINT "release_schedules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "release_mails" ADD CONSTRAINT "release_mails_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "releases" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "release_mails" ADD CONSTRAINT "release_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "release_recalls" ADD CONSTRAINT "release_recalls_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "releases" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "release_recalls" ADD CONSTRAINT "release_recalls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "factor_resets" ADD CONSTRAINT "factor_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "factor_resets" ADD CONSTRAINT "factor_resets_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "users" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "release_statements" ADD CONSTRAINT "release_statements_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "releases" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "trusted_devices" ADD CONSTRAINT "trusted_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "sms_codes" ADD CONSTRAINT "sms_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "sign_in_grants" ADD CONSTRAINT "sign_in_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_device_id_trusted_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "trusted_devices" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "mailed_tokens" ADD CONSTRAINT "mailed_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "detectors_without_firmware" ADD CONSTRAINT "detectors_without_firmware_user_product_id_user_products_id_fk" FOREIGN KEY ("user_product_id") REFERENCES "user_products" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "user_batches" ADD CONSTRAINT "user_batches_beta_group_id_beta_groups_id_fk" FOREIGN KEY ("beta_group_id") REFERENCES "beta_groups" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "user_batches" ADD CONSTRAINT "user_batches_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "user_batch_rows" ADD CONSTRAINT "user_batch_rows_batch_id_user_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "user_batches" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "user_batch_rows" ADD CONSTRAINT "user_batch_rows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "warranty_code_batches" ADD CONSTRAINT "warranty_code_batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "warranty_code_batches" ADD CONSTRAINT "warranty_code_batches_recalled_by_id_users_id_fk" FOREIGN KEY ("recalled_by_id") REFERENCES "users" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "warranty_codes" ADD CONSTRAINT "warranty_codes_batch_id_warranty_code_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "warranty_code_batches" ("id") ON DELETE restrict;--> statement-breakpoint
ALTER TABLE "warranty_codes" ADD CONSTRAINT "warranty_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "warranty_codes" ADD CONSTRAINT "warranty_codes_accessory_id_accessories_id_fk" FOREIGN KEY ("accessory_id") REFERENCES "accessories" ("id") ON DELETE set null;--> statement-breakpoint

-- Logs that are only added to

CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint

-- Only an entry of the audit trail about an account can lose its values, when that person leaves. Entries about other records never do.
CREATE FUNCTION "refuse_all_but_erasure"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF OLD.word = 'user' AND NEW.before IS NULL AND NEW.after IS NULL AND (NEW.id, NEW.word, NEW.record_id, NEW.action, NEW.user_id, NEW.date)
			IS NOT DISTINCT FROM (OLD.id, OLD.word, OLD.record_id, OLD.action, OLD.user_id, OLD.date) THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint

CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE ON "audit_entries"
	FOR EACH ROW EXECUTE FUNCTION "refuse_all_but_erasure"();
--> statement-breakpoint

CREATE TRIGGER "audit_entries_never_emptied" BEFORE TRUNCATE ON "audit_entries"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint

-- Counts of updates: update_counts and detectors_without_firmware follow every change of an update record, whatever makes it

CREATE FUNCTION "quarter_of"("date" timestamptz) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
	RETURN floor(extract(epoch FROM "date") / 900)::integer;
--> statement-breakpoint

-- Appends the difference between two states of some records. "product" is that of their detectors where it is not given.
CREATE FUNCTION "append_update_counts"("former" "product_updates"[], "present" "product_updates"[], "product" bigint DEFAULT NULL)
	RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO update_count_changes (quarter, product_id, firmware_id, successes, unreported, disconnections, reprogramming_errors, reboot_errors)
	SELECT * FROM (
		SELECT quarter_of(record.date) AS quarter, coalesce(product, detector.product_id) AS product_id, record.firmware_id,
			coalesce(sum(sign) FILTER (WHERE success), 0) AS successes,
			coalesce(sum(sign) FILTER (WHERE success IS NULL), 0) AS unreported,
			coalesce(sum(sign) FILTER (WHERE error_type = 'DECONNECTION_ERROR'), 0) AS disconnections,
			coalesce(sum(sign) FILTER (WHERE error_type = 'REPROGRAMMATION_ERROR'), 0) AS reprogramming_errors,
			coalesce(sum(sign) FILTER (WHERE error_type = 'REBOOT_ERROR'), 0) AS reboot_errors
		FROM (SELECT -1 AS sign, * FROM unnest(former) UNION ALL SELECT 1, * FROM unnest(present)) AS record
		-- A detector that is gone took its records out of the counts before.
		JOIN user_products AS detector ON detector.id = record.user_product_id
		GROUP BY 1, 2, 3
	) AS difference
	WHERE (successes, unreported, disconnections, reprogramming_errors, reboot_errors) <> (0, 0, 0, 0, 0);
END $$;
--> statement-breakpoint

-- Finds out anew which of these detectors have no firmware, by the rules of firmwareState.ts: a failed update has said so. Their rows must be locked.
CREATE FUNCTION "note_missing_firmware"("detectors" bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM detectors_without_firmware WHERE user_product_id = ANY(detectors);
	INSERT INTO detectors_without_firmware (user_product_id, since)
	SELECT detector.id, last_update.date
	FROM user_products AS detector
	CROSS JOIN LATERAL (
		SELECT * FROM product_updates
		WHERE user_product_id = detector.id AND firmware_after IS DISTINCT FROM 'unchanged'
		ORDER BY date DESC, id DESC LIMIT 1
	) AS last_update
	WHERE detector.id = ANY(detectors) AND last_update.success IS FALSE AND last_update.firmware_after = 'none'
		AND last_update.id IS DISTINCT FROM detector.confirmed_update_id
		AND NOT EXISTS (
			SELECT FROM product_updates AS other
			WHERE other.user_product_id = detector.id AND other.id <> last_update.id AND other.firmware_after IS DISTINCT FROM 'unchanged'
				AND coalesce(other.began_by, other.date) > coalesce(last_update.began_from, last_update.date)
		);
END $$;
--> statement-breakpoint

CREATE FUNCTION "count_product_updates"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	former product_updates[] := '{}';
	present product_updates[] := '{}';
	detectors bigint[];
BEGIN
	IF TG_OP <> 'INSERT' THEN former := ARRAY(SELECT ROW(old_rows.*)::product_updates FROM old_rows); END IF;
	IF TG_OP <> 'DELETE' THEN present := ARRAY(SELECT ROW(new_rows.*)::product_updates FROM new_rows); END IF;
	detectors := ARRAY(SELECT DISTINCT user_product_id FROM unnest(former || present));
	-- Concurrent changes of one detector, its product and its updates, run one after the other and see each other.
	PERFORM FROM user_products WHERE id = ANY(detectors) ORDER BY id FOR NO KEY UPDATE;
	PERFORM append_update_counts(former, present);
	PERFORM note_missing_firmware(detectors);
	RETURN NULL;
END $$;
--> statement-breakpoint

CREATE FUNCTION "count_updates_of_detector"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	records product_updates[] := ARRAY(SELECT ROW(record.*)::product_updates FROM product_updates AS record WHERE user_product_id = OLD.id);
BEGIN
	PERFORM append_update_counts(records, '{}', OLD.product_id);
	-- Its updates are deleted next, by cascade.
	IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
	PERFORM append_update_counts('{}', records, NEW.product_id);
	RETURN NULL;
END $$;
--> statement-breakpoint

CREATE FUNCTION "note_confirmed_firmware"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_missing_firmware(ARRAY[NEW.id]);
	RETURN NULL;
END $$;
--> statement-breakpoint

CREATE TRIGGER "product_updates_inserted" AFTER INSERT ON "product_updates"
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_product_updates"();
--> statement-breakpoint

CREATE TRIGGER "product_updates_updated" AFTER UPDATE ON "product_updates"
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_product_updates"();
--> statement-breakpoint

CREATE TRIGGER "product_updates_deleted" AFTER DELETE ON "product_updates"
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_product_updates"();
--> statement-breakpoint

CREATE TRIGGER "user_products_deleted" BEFORE DELETE ON "user_products"
	FOR EACH ROW EXECUTE FUNCTION "count_updates_of_detector"();
--> statement-breakpoint

CREATE TRIGGER "user_products_product_changed" AFTER UPDATE OF "product_id" ON "user_products"
	FOR EACH ROW WHEN (OLD."product_id" <> NEW."product_id") EXECUTE FUNCTION "count_updates_of_detector"();
--> statement-breakpoint

CREATE TRIGGER "user_products_confirmed" AFTER UPDATE OF "confirmed_update_id" ON "user_products"
	FOR EACH ROW WHEN (OLD."confirmed_update_id" IS DISTINCT FROM NEW."confirmed_update_id") EXECUTE FUNCTION "note_confirmed_firmware"();
--> statement-breakpoint

-- Releases: for every writer, what is active has left draft, and what is withdrawn is not active. A firmware without a release gets one of its own.

CREATE FUNCTION "keep_release"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	release releases;
BEGIN
	IF NEW.release_id IS NULL THEN
		INSERT INTO releases DEFAULT VALUES RETURNING id INTO NEW.release_id;
	END IF;
	SELECT * INTO release FROM releases WHERE id = NEW.release_id;
	IF release.withdrawn_at IS NOT NULL THEN
		NEW.is_active := false;
	END IF;
	IF NEW.is_active AND (release.offered_at IS NULL OR (release.released_at IS NULL AND NOT NEW.is_beta_test AND NOT release.is_staged)) THEN
		UPDATE releases SET offered_at = coalesce(offered_at, now()),
			released_at = CASE WHEN NEW.is_beta_test OR is_staged THEN released_at ELSE coalesce(released_at, now()) END
		WHERE id = NEW.release_id;
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint

CREATE TRIGGER "keep_release" BEFORE INSERT OR UPDATE OF "is_active", "is_beta_test", "release_id" ON "firmwares"
	FOR EACH ROW EXECUTE FUNCTION "keep_release"();
