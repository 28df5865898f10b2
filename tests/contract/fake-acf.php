<?php
/**
 * A fake of Advanced Custom Fields that implements only what the companion plugin uses: the functions that it calls, the filter
 * `acf/load_value` with the loaders of the field types at priority 10, and ACF's names for values and field references in meta.
 * Modelled on the fork Secure Custom Fields 6.4.1-beta4.
 */

defined( 'ABSPATH' ) || exit;

const FAKE_ACF_FIELDS = array(
	array( 'key' => 'field_description', 'name' => 'description', 'type' => 'text' ),
	array(
		'key'     => 'field_blocks',
		'name'    => 'blocks',
		'type'    => 'flexible_content',
		'layouts' => array(
			array(
				'name'       => 'split',
				'sub_fields' => array(
					array( 'key' => 'field_split_headline', 'name' => 'headline', 'type' => 'text' ),
					array( 'key' => 'field_split_image', 'name' => 'image', 'type' => 'image' ),
					array(
						'key'        => 'field_split_buttons',
						'name'       => 'buttons',
						'type'       => 'repeater',
						'sub_fields' => array(
							array( 'key' => 'field_button_label', 'name' => 'label', 'type' => 'text' ),
							array( 'key' => 'field_button_url', 'name' => 'url', 'type' => 'text' ),
						),
					),
				),
			),
		),
	),
);

const FAKE_ACF_OPTIONS = array(
	array(
		'key'        => 'field_faq',
		'name'       => 'faq',
		'type'       => 'group',
		'sub_fields' => array(
			array( 'key' => 'field_faq_subheadline', 'name' => 'subheadline', 'type' => 'text' ),
			array( 'key' => 'field_faq_headline', 'name' => 'headline', 'type' => 'text' ),
			array( 'key' => 'field_faq_text', 'name' => 'under_headline_content_html', 'type' => 'wysiwyg' ),
		),
	),
);

function acf_get_field_groups( array $filter ): array {
	return 'page' === ( $filter['post_type'] ?? '' ) ? array( array( 'key' => 'group_pages' ) ) : array();
}

function acf_get_fields( array $group ): array {
	return FAKE_ACF_FIELDS;
}

function fake_acf_fields_of( mixed $target ): array {
	return is_numeric( $target ) ? FAKE_ACF_FIELDS : FAKE_ACF_OPTIONS;
}

function fake_acf_read( mixed $target, string $name ): mixed {
	$stored = is_numeric( $target ) ? get_post_meta( (int) $target, $name ) : array_filter( array( get_option( "{$target}_{$name}", null ) ), static fn( mixed $value ): bool => null !== $value );
	return $stored[0] ?? null;
}

function fake_acf_write( mixed $target, string $name, mixed $value ): void {
	is_numeric( $target ) ? update_post_meta( (int) $target, $name, wp_slash( $value ) ) : update_option( "{$target}_{$name}", $value );
}

function acf_get_reference( string $name, mixed $target ): mixed {
	return fake_acf_read( $target, "_$name" );
}

function acf_get_value( mixed $target, array $field ): mixed {
	return apply_filters( 'acf/load_value', fake_acf_read( $target, $field['name'] ), $target, $field );
}

// Like ACF's loaders, discards values in an unexpected format.
add_filter(
	'acf/load_value',
	static fn( mixed $value, mixed $target, array $field ): mixed => match ( $field['type'] ) {
		'repeater', 'flexible_content', 'group' => is_array( $value ) ? $value : false,
		default                                 => $value,
	},
	10,
	3
);

/** Formats a loaded value like ACF's `get_fields()`: rows keyed by field names, images as arrays. */
function fake_acf_format( mixed $value, array $field ): mixed {
	$to_row = static function ( array $row, array $fields ): array {
		$formatted = array();
		foreach ( $fields as $sub ) {
			$formatted[ $sub['name'] ] = fake_acf_format( $row[ $sub['key'] ] ?? '', $sub );
		}
		return $formatted;
	};
	switch ( $field['type'] ) {
		case 'group':
			return is_array( $value ) ? $to_row( $value, $field['sub_fields'] ) : false;
		case 'repeater':
			return is_array( $value ) && $value ? array_map( static fn( array $row ): array => $to_row( $row, $field['sub_fields'] ), $value ) : false;
		case 'flexible_content':
			$fields = array_column( $field['layouts'], 'sub_fields', 'name' );
			return is_array( $value ) && $value
				? array_map( static fn( array $row ): array => array( 'acf_fc_layout' => $row['acf_fc_layout'] ) + $to_row( $row, $fields[ $row['acf_fc_layout'] ] ), $value )
				: false;
		case 'image':
			$source = $value ? wp_get_attachment_image_src( (int) $value, 'full' ) : false;
			return $source ? array( 'id' => (int) $value, 'url' => $source[0], 'alt' => '', 'width' => $source[1], 'height' => $source[2] ) : false;
		case 'wysiwyg':
			return wpautop( wptexturize( (string) $value ) );
		default:
			return $value;
	}
}

/** Like ACF, returns `false` if nothing was saved. */
function get_fields( mixed $target ): array|false {
	$fields = array();
	foreach ( fake_acf_fields_of( $target ) as $field ) {
		if ( null !== acf_get_reference( $field['name'], $target ) ) {
			$fields[ $field['name'] ] = fake_acf_format( acf_get_value( $target, $field ), $field );
		}
	}
	return $fields ? $fields : false;
}

/** Saves all fields like an editor who opens ACF's screen, makes the changes and presses "Update". */
function fake_acf_update( mixed $target, array $changes = array() ): void {
	foreach ( fake_acf_fields_of( $target ) as $field ) {
		$value = $changes[ $field['name'] ] ?? acf_get_value( $target, $field );
		fake_acf_write( $target, $field['name'], false === $value ? '' : $value );
		fake_acf_write( $target, "_{$field['name']}", $field['key'] );
	}
}
