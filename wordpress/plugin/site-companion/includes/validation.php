<?php
/**
 * Validates fields against `schema.json`. Errors are values that the site could not show: they keep an item from being published.
 * Warnings, for example about a missing alternative text, do not.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use DateTimeImmutable;
use DateTimeZone;

defined( 'ABSPATH' ) || exit;

/** The name of the field with the start of a period by that of the field with its end. */
const STARTS = array(
	'end_date' => 'start_date',
	'until'    => 'from',
);

/**
 * @param array  $fields Descriptions of the fields.
 * @param array  $values Values by field name, in ACF's format.
 * @param string $path   The path of the values, for example `people.0`; row numbers start at 0.
 * @param string $label  The label of the values, for example `Person 1`.
 * @return array<int, array{path: string, label: string, message: string, is_error: bool}>
 */
function validate_fields( array $fields, array $values, string $path = '', string $label = '' ): array {
	$problems = array();
	foreach ( $fields as $field ) {
		$value       = $values[ $field['name'] ] ?? '';
		$field_path  = '' === $path ? $field['name'] : "$path.{$field['name']}";
		$field_label = '' === $label ? $field['label'] : "$label: {$field['label']}";
		$problems[]  = validate_field( $field, $value, $field_path, $field_label );
		if ( ends_before_start( $field['name'], $values ) ) {
			$problems[] = array( problem( $field_path, $field_label, __( 'The end is before the start.', 'site-companion' ) ) );
		}
	}

	return array_merge( ...$problems );
}

/** Whether this field has the end of a period, and the end is before the start. A notice that ends when it begins is never shown. */
function ends_before_start( string $name, array $values ): bool {
	// Compares instants: when summer time begins, 03:10 is before 02:30, which the site moves to 03:30.
	$time  = static fn( string $field ): ?DateTimeImmutable => 'until' === $name
		? to_local_time( text_or_empty( $values[ $field ] ?? '' ), wp_timezone() )
		: event_time( $values, $field );
	$start = $time( STARTS[ $name ] ?? '' );
	$end   = $time( $name );

	return $start && $end && ( 'until' === $name ? $end <= $start : $end < $start );
}

/** The problems of an item of this type; for a page, including its blocks. */
function validate_item( string $type, array $values ): array {
	$problems = REDIRECTS === $type ? validate_redirects( $values ) : validate_fields( fields_of_type( $type ), $values );

	return 'page' === $type ? array_merge( $problems, validate_blocks( $values['blocks'] ?? array() ) ) : $problems;
}

/**
 * The problems of the title and the text of an item.
 *
 * @param string $content As it is stored: with the comments of the block editor.
 */
function validate_texts( string $type, string $title, string $content ): array {
	$problems = array();
	if ( is_empty_value( $title ) ) {
		$problems[] = problem( 'title', __( 'Title', 'site-companion' ), __( 'Fill in this field.', 'site-companion' ) );
	}
	// The server renders blocks without content of their own, such as synced patterns.
	if ( 'faq' === $type && is_empty_value( $content ) && ! preg_match( '#<!-- wp:[^>]*/-->#', $content ) ) {
		$problems[] = problem( 'content', __( 'Answer', 'site-companion' ), __( 'Fill in this field.', 'site-companion' ) );
	}

	return $problems;
}

/** Validates flexible content, whose rows name their layout. */
function validate_blocks( mixed $rows, string $path = 'blocks' ): array {
	if ( is_empty_value( $rows ) ) {
		return array();
	}
	if ( ! is_array( $rows ) || ! array_is_list( $rows ) ) {
		return array( problem( $path, __( 'Blocks', 'site-companion' ), __( 'This is not a list of blocks.', 'site-companion' ) ) );
	}
	$problems = array();
	foreach ( $rows as $index => $row ) {
		$layout = is_array( $row ) && is_string( $row['acf_fc_layout'] ?? null ) ? $row['acf_fc_layout'] : '';
		$fields = fields_of_layout( $layout );
		/* translators: %d: number of a block of the page. */
		$label = sprintf( __( 'Block %d', 'site-companion' ), $index + 1 );
		if ( null === $fields ) {
			/* translators: %s: name of a block. */
			$problems[] = array( problem( "$path.$index", $label, sprintf( __( 'The site has no block “%s”.', 'site-companion' ), $layout ) ) );
			continue;
		}
		$problems[] = validate_fields( $fields, $row, "$path.$index", "$label (" . block_layouts()[ $layout ]['label'] . ')' );
	}

	return array_merge( ...$problems );
}

/** @return array<int, array{path: string, label: string, message: string, is_error: bool}> */
function validate_field( array $field, mixed $value, string $path, string $label ): array {
	if ( 'group' === $field['type'] ) {
		return validate_fields( $field['fields'] ?? array(), is_array( $value ) ? $value : array(), $path, $label );
	}
	if ( is_empty_value( $value ) ) {
		return empty( $field['required'] ) ? array() : array( problem( $path, $label, missing_message( $field ) ) );
	}

	return match ( $field['type'] ) {
		'list', 'gallery' => validate_list( $field, $value, $path, $label ),
		'image'   => validate_image( $field, $value, $path, $label ),
		// The name of each row says if visitors do not see its question.
		'questions' => array(),
		default   => is_scalar( $value )
			? validate_text( $field, (string) $value, $path, $label )
			: array( problem( $path, $label, __( 'This is not a text.', 'site-companion' ) ) ),
	};
}

/** Whether a value is empty for ACF, is HTML that shows nothing, or is a list or row of only such values. */
function is_empty_value( mixed $value ): bool {
	if ( is_string( $value ) ) {
		return '' === trim( html_entity_decode( wp_strip_all_tags( $value ) ), " \n\r\t\u{a0}" ) && ! preg_match( '/<(?:img|video|audio|iframe|hr|table)\b/i', $value );
	}
	if ( is_array( $value ) ) {
		foreach ( $value as $key => $part ) {
			if ( 'acf_fc_layout' === $key || ! is_empty_value( $part ) ) {
				return false;
			}
		}

		return true;
	}

	return null === $value || false === $value;
}

function missing_message( array $field ): string {
	return match ( $field['type'] ) {
		'date-time' => __( 'Enter a date and a time.', 'site-companion' ),
		'gallery'   => __( 'Choose at least one picture.', 'site-companion' ),
		/* translators: %s: name of a row, for example "person". */
		'list'      => sprintf( __( 'Add at least one: %s.', 'site-companion' ), item_label( $field ) ),
		default     => __( 'Fill in this field.', 'site-companion' ),
	};
}

function validate_text( array $field, string $value, string $path, string $label ): array {
	$error   = text_error( $field, trim( $value ) );
	$length  = mb_strlen( trim( wp_strip_all_tags( $value ) ) );
	$maximum = (int) ( $field['maxLength'] ?? 0 );
	if ( null !== $error ) {
		return array( problem( $path, $label, $error ) );
	}
	if ( $maximum > 0 && $length > $maximum ) {
		/* translators: 1: number of characters, 2: recommended number of characters. */
		return array( problem( $path, $label, sprintf( __( 'This has %1$d characters. More than %2$d may not fit.', 'site-companion' ), $length, $maximum ), false ) );
	}

	return array();
}

/** Why the site cannot show this value; null if it can. */
function text_error( array $field, string $value ): ?string {
	return match ( $field['type'] ) {
		'url'       => url_error( $value ),
		'email'     => is_email( $value ) ? null : __( 'This is not an email address.', 'site-companion' ),
		'choice'    => in_array( $value, array_map( 'strval', array_column( $field['choices'] ?? array(), 'value' ) ), true )
			? null
			/* translators: %s: the value of a field. */
			: sprintf( __( '“%s” is not one of the choices.', 'site-companion' ), $value ),
		'icon'      => icon_error( $value ),
		'phone'     => preg_match( '#^\+?[\d\s()./-]{5,}$#', $value ) ? null : __( 'A telephone number consists of digits and spaces, such as +49 40 123456.', 'site-companion' ),
		'date-time' => null !== to_local_time( $value )
			? null
			/* translators: %s: the value of a field. */
			: sprintf( __( '“%s” is not a date. Enter it like 2026-11-24 09:00.', 'site-companion' ), $value ),
		'time-zone' => is_time_zone( $value )
			? null
			/* translators: %s: the value of a field. */
			: sprintf( __( '“%s” is not a time zone. Choose one like Europe/Berlin.', 'site-companion' ), $value ),
		default     => null,
	};
}

/** Follows the site's `toHref`, but rejects relative addresses such as `example.com`, in which `https://` is usually missing. */
function url_error( string $value ): ?string {
	if ( str_starts_with( $value, '#' ) || preg_match( '#^/(?![/\\\\])#', $value ) || preg_match( '#^(?:mailto:[^@\s]+@[^@\s]+|tel:\+?[\d\s()./-]+)$#i', $value ) ) {
		return null;
	}
	if ( preg_match( '#^https?://#i', $value ) ) {
		$parts    = wp_parse_url( $value );
		$has_host = is_array( $parts ) && '' !== (string) ( $parts['host'] ?? '' ) && ! preg_match( '/[\s<>"]/', (string) $parts['host'] );

		return $has_host && ! isset( $parts['user'] ) ? null : __( 'This is not a web address.', 'site-companion' );
	}
	if ( preg_match( '#^[\w-]+(?:\.[\w-]+)+(?:[/?\#:].*)?$#u', $value ) ) {
		/* translators: %s: a web address. */
		return sprintf( __( 'Did you mean https://%s ?', 'site-companion' ), $value );
	}

	return __( 'This is not a web address. Start with https://, or with / for a page of this site.', 'site-companion' );
}

function icon_error( string $value ): ?string {
	/* translators: %s: name of an icon. */
	return preg_match( '/^[a-z0-9]+(?:-[a-z0-9]+)*:[a-z0-9]+(?:-[a-z0-9]+)*$/', $value ) ? null : sprintf( __( '“%s” is not an icon. Its name looks like tabler:route.', 'site-companion' ), $value );
}

/** Parses a local date and time; null if the site does not accept its format. */
function to_local_time( string $value, DateTimeZone $zone = new DateTimeZone( 'UTC' ) ): ?DateTimeImmutable {
	if ( ! preg_match( '/^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?$/', trim( $value ), $parts ) ) {
		return null;
	}
	[ , $year, $month, $day, $hour, $minute, $second ] = $parts + array(
		4 => '00',
		5 => '00',
		6 => '00',
	);
	$is_time = (int) $hour < 24 && (int) $minute < 60 && (int) $second < 60;

	return $is_time && checkdate( (int) $month, (int) $day, (int) $year )
		? new DateTimeImmutable( "$year-$month-$day $hour:$minute:$second", $zone )
		: null;
}

/** A date of an event in the event's time zone (default: UTC); null if the date is missing or invalid, or the zone is unknown. */
function event_time( array $fields, string $name ): ?DateTimeImmutable {
	$zone = text_or_empty( $fields['time_zone'] ?? '' );
	$zone = '' === $zone ? 'UTC' : $zone;

	return is_time_zone( $zone ) ? to_local_time( text_or_empty( $fields[ $name ] ?? '' ), new DateTimeZone( $zone ) ) : null;
}

function text_or_empty( mixed $value ): string {
	return is_scalar( $value ) ? trim( (string) $value ) : '';
}

function is_time_zone( string $name ): bool {
	static $known = null;
	$known      ??= array_flip( array_map( 'strtolower', DateTimeZone::listIdentifiers( DateTimeZone::ALL_WITH_BC ) ) );

	return isset( $known[ strtolower( $name ) ] );
}

/** Validates the rows of a list or the pictures of a gallery. */
function validate_list( array $field, mixed $items, string $path, string $label ): array {
	if ( ! is_array( $items ) || ! array_is_list( $items ) ) {
		return array( problem( $path, $label, __( 'This is not a list.', 'site-companion' ) ) );
	}
	$is_gallery = 'gallery' === $field['type'];
	$problems   = validate_count( $field, count( array_filter( $items, static fn( mixed $item ): bool => ! is_empty_value( $item ) ) ), $path, $label );
	foreach ( $items as $index => $item ) {
		/* translators: %d: number of a picture. */
		$item_label = $label . ', ' . ( $is_gallery ? sprintf( __( 'picture %d', 'site-companion' ), $index + 1 ) : item_label( $field ) . ' ' . ( $index + 1 ) );
		$problems   = array_merge(
			$problems,
			match ( true ) {
				$is_gallery             => validate_image( $field, $item, "$path.$index", $item_label ),
				is_empty_value( $item ) => array(),
				is_array( $item )       => validate_fields( $field['fields'] ?? array(), $item, "$path.$index", $item_label ),
				default                 => array( problem( "$path.$index", $label, __( 'This row has no fields.', 'site-companion' ) ) ),
			}
		);
	}

	return $problems;
}

function validate_count( array $field, int $count, string $path, string $label ): array {
	$minimum = (int) ( $field['min'] ?? 0 );
	$maximum = (int) ( $field['max'] ?? 0 );
	if ( $count < $minimum ) {
		/* translators: %d: a number. */
		return array( problem( $path, $label, sprintf( __( 'This needs at least %d.', 'site-companion' ), $minimum ), false ) );
	}
	if ( $maximum > 0 && $count > $maximum ) {
		/* translators: 1: the number of rows, 2: the recommended number. */
		return array( problem( $path, $label, sprintf( __( 'There are %1$d. More than %2$d may not fit.', 'site-companion' ), $count, $maximum ), false ) );
	}

	return array();
}

function validate_image( array $field, mixed $value, string $path, string $label ): array {
	$id    = attachment_id_of( $value );
	$image = $id > 0 ? library_image( $value ) : $value;
	if ( false === $image ) {
		return array( problem( $path, $label, __( 'This picture is no longer in the media library. Choose another one.', 'site-companion' ) ) );
	}
	$url = is_array( $image ) && is_string( $image['url'] ?? null ) ? $image['url'] : '';
	if ( '' === $url || ( $id > 0 && ! wp_attachment_is_image( $id ) ) ) {
		return array( problem( $path, $label, __( 'This is not a picture.', 'site-companion' ) ) );
	}
	// The site's own SVG files are safe; uploaded ones may contain scripts.
	if ( ! preg_match( '#^/(?!/)#', $url ) && preg_match( '/\.svgz?(?:$|[?#])/i', $url ) ) {
		return array( problem( $path, $label, __( 'The site cannot show SVG pictures. Choose a JPEG, PNG, WebP or GIF.', 'site-companion' ) ) );
	}
	if ( (int) ( $image['width'] ?? 0 ) < 1 || (int) ( $image['height'] ?? 0 ) < 1 ) {
		return array( problem( $path, $label, __( 'The size of this picture is not known. Choose it from the media library again.', 'site-companion' ) ) );
	}

	$warnings = array();
	$minimum  = (int) ( $field['minWidth'] ?? 0 );
	if ( (int) $image['width'] < $minimum ) {
		/* translators: 1: width of a picture, 2: recommended width. */
		$warnings[] = problem( $path, $label, sprintf( __( 'This picture is %1$d pixels wide. With less than %2$d it may look blurred.', 'site-companion' ), $image['width'], $minimum ), false );
	}
	if ( empty( $field['isDecorative'] ) && '' === trim( (string) ( $image['alt'] ?? '' ) ) ) {
		$warnings[] = problem( $path, $label, __( 'Describe what the picture shows, for visitors who cannot see it.', 'site-companion' ), false );
	}

	return $warnings;
}

/** The name of a row, for example "Person". */
function item_label( array $field ): string {
	return (string) ( $field['itemLabel'] ?? __( 'Row', 'site-companion' ) );
}

/** @return array{path: string, label: string, message: string, is_error: bool} */
function problem( string $path, string $label, string $message, bool $is_error = true ): array {
	return compact( 'path', 'label', 'message', 'is_error' );
}

/** Only the problems that keep an item from being published. */
function errors_in( array $problems ): array {
	return array_values( array_filter( $problems, static fn( array $problem ): bool => $problem['is_error'] ) );
}

/** For example "Starts: Enter a date and a time." */
function problem_sentence( array $problem ): string {
	return $problem['label'] . ': ' . $problem['message'];
}
