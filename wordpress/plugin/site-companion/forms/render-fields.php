<?php
/**
 * Renders fields described by `schema.json` as an HTML form, including all rows. `fields-form.js` adds the media library, buttons that add
 * and move rows, and validation while typing.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use DateTimeZone;

defined( 'ABSPATH' ) || exit;

/**
 * @param array $fields   Descriptions of the fields.
 * @param array $values   Values by field name, in ACF's format.
 * @param array $problems Results of `validate_fields`.
 * @param string[] $path  The path of the row or group that contains the fields, for example `['people', '0']`.
 */
function render_fields( array $fields, array $values, array $problems, array $path = array() ): void {
	?>
	<div class="site-companion-fields">
		<?php
		foreach ( $fields as $field ) {
			render_field( $field, $values[ $field['name'] ] ?? $field['default'] ?? '', $problems, array( ...$path, $field['name'] ) );
		}
		?>
	</div>
	<?php
	render_unknown_values( $fields, $values, $path );
}

/** Renders values that no field describes as a hidden input, so that they move with their row. */
function render_unknown_values( array $fields, array $values, array $path ): void {
	$unknown = array_diff_key( $values, array_column( $fields, null, 'name' ) );
	// Unknown values of the item itself need no input: `submitted_fields` gets them from the stored values.
	if ( array() !== $path && array() !== $unknown ) {
		?>
		<input type="hidden" name="<?php echo esc_attr( input_name( array( ...$path, '_unknown' ) ) ); ?>" value="<?php echo esc_attr( encode_fields( $unknown ) ); ?>" />
		<?php
	}
}

function render_field( array $field, mixed $value, array $problems, array $path ): void {
	$own_problems = problems_at( $problems, $path );
	$is_group     = in_array( $field['type'], array( 'list', 'gallery', 'image', 'group', 'questions' ), true );
	$id           = input_id( $path );
	$described_by = trim( ( empty( $field['help'] ) ? '' : "$id-help " ) . "$id-problem" );
	$attributes   = array(
		'class'     => 'site-companion-field site-companion-field-' . $field['type'],
		'data-path' => implode( '.', $path ),
		'data-name' => $field['name'],
		'data-type' => $field['type'],
	);
	if ( $is_group ) {
		$attributes += array(
			'role'             => 'group',
			'aria-labelledby'  => "$id-label",
			'aria-describedby' => $described_by,
		);
	}
	?>
	<div<?php render_attributes( $attributes ); ?>>
		<?php if ( 'boolean' !== $field['type'] ) : ?>
			<<?php echo $is_group ? 'p' : 'label for="' . esc_attr( $id ) . '"'; ?> class="site-companion-label" id="<?php echo esc_attr( "$id-label" ); ?>">
				<?php echo esc_html( $field['label'] ); ?>
				<?php if ( ! empty( $field['required'] ) ) : ?>
					<span class="site-companion-required"><?php esc_html_e( '(required)', 'site-companion' ); ?></span>
				<?php endif; ?>
			</<?php echo $is_group ? 'p' : 'label'; ?>>
		<?php endif; ?>
		<?php
		$render_help = static function () use ( $field, $id ): void {
			if ( ! empty( $field['help'] ) ) {
				printf( '<p class="description" id="%s">%s</p>', esc_attr( "$id-help" ), esc_html( $field['help'] ) );
			}
		};
		// phpcs:disable Generic.WhiteSpace.ScopeIndent -- the lines are indented like the markup around them.
		// The help text is above groups, which are long, and below inputs, which are arranged in columns.
		if ( $is_group ) {
			$render_help();
		}
		render_control( $field, $value, $problems, $path, $described_by );
		if ( ! $is_group ) {
			$render_help();
		}
		?>
		<p class="site-companion-problem" id="<?php echo esc_attr( "$id-problem" ); ?>" data-problem<?php echo array() !== errors_in( $own_problems ) ? ' data-error' : ''; ?> aria-live="polite"><?php echo esc_html( implode( ' ', array_column( $own_problems, 'message' ) ) ); ?></p>
	</div>
	<?php
	// phpcs:enable
}

function render_control( array $field, mixed $value, array $problems, array $path, string $described_by ): void {
	$attributes = array(
		'id'               => input_id( $path ),
		'name'             => input_name( $path ),
		'aria-describedby' => $described_by,
		'aria-required'    => empty( $field['required'] ) ? null : 'true',
		'aria-invalid'     => array() === errors_in( problems_at( $problems, $path ) ) ? null : 'true',
	);
	$text       = text_of( $value );
	switch ( $field['type'] ) {
		case 'list':
			render_rows( $field, is_array( $value ) ? array_values( array_filter( $value, 'is_array' ) ) : array(), $problems, $path );
			break;
		case 'group':
			render_fields( $field['fields'] ?? array(), is_array( $value ) ? $value : array(), $problems, $path );
			break;
		case 'image':
			render_image( $value, $path );
			break;
		case 'gallery':
			render_gallery( is_array( $value ) ? array_values( $value ) : array(), $problems, $path );
			break;
		case 'questions':
			render_questions( is_array( $value ) ? array_map( 'intval', $value ) : array(), $path );
			break;
		case 'textarea':
		case 'html':
		case 'html-autop':
			$is_rich     = 'html' === $field['type'] || ! empty( $field['isRich'] );
			$attributes += array(
				'class'     => 'large-text',
				'rows'      => $is_rich ? '8' : '4',
				'data-html' => $is_rich ? $field['type'] : null,
			);
			?>
			<textarea<?php render_attributes( $attributes ); ?>><?php echo esc_textarea( $text ); ?></textarea>
			<?php
			break;
		case 'choice':
			$choices = array_column( $field['choices'] ?? array(), 'label', 'value' );
			render_select( $attributes, array( '' => isset( $field['default'] ) ? null : __( '– none –', 'site-companion' ) ) + $choices, $text );
			break;
		case 'time-zone':
			render_select( $attributes, array( '' => __( '– the same as UTC –', 'site-companion' ) ) + time_zone_choices(), $text );
			break;
		case 'boolean':
			?>
			<input type="hidden" name="<?php echo esc_attr( input_name( $path ) ); ?>" value="" />
			<label><input type="checkbox" value="1"<?php render_attributes( $attributes ); ?><?php checked( (bool) $value ); ?> /> <?php echo esc_html( $field['label'] ); ?></label>
			<?php
			break;
		default:
			render_input( $field, $text, $attributes );
	}
}

function render_input( array $field, string $text, array $attributes ): void {
	$types = array(
		'url'       => 'text',
		'email'     => 'email',
		'number'    => 'number',
		'date-time' => 'datetime-local',
	);
	$type  = $types[ $field['type'] ] ?? 'text';
	if ( 'datetime-local' === $type ) {
		$time = to_local_time( $text );
		// A date that cannot be read stays visible, so that it can be corrected.
		$type = '' === $text || $time ? $type : 'text';
		$text = $time ? $time->format( 'Y-m-d\TH:i' ) : $text;
	}
	$attributes += array(
		'type'        => $type,
		'class'       => 'datetime-local' === $type ? 'site-companion-date' : 'large-text',
		'value'       => $text,
		'placeholder' => 'url' === $field['type'] ? 'https://' : ( 'icon' === $field['type'] ? 'tabler:route' : null ),
		'inputmode'   => 'url' === $field['type'] ? 'url' : null,
		'min'         => 'number' === $type && isset( $field['min'] ) ? (string) $field['min'] : null,
		'max'         => 'number' === $type && isset( $field['max'] ) ? (string) $field['max'] : null,
		'step'        => 'number' === $type ? 'any' : null,
	);
	?>
	<input<?php render_attributes( $attributes ); ?> />
	<?php
}

/** @param array<string, string|array<string, string>|null> $choices Labels by value, or groups of them by name. */
function render_select( array $attributes, array $choices, string $selected ): void {
	$known = array();
	array_walk_recursive(
		$choices,
		static function ( mixed $label, string|int $value ) use ( &$known ): void {
			$known[] = (string) $value;
		}
	);
	$render_options = static function ( array $options ) use ( $selected ): void {
		foreach ( $options as $value => $label ) {
			?>
			<option value="<?php echo esc_attr( (string) $value ); ?>"<?php selected( (string) $value, $selected ); ?>><?php echo esc_html( $label ); ?></option>
			<?php
		}
	};
	?>
	<select<?php render_attributes( $attributes ); ?>>
		<?php
		if ( ! in_array( $selected, $known, true ) ) {
			/* translators: %s: the value of a field. */
			$render_options( array( $selected => sprintf( __( '%s (not known)', 'site-companion' ), $selected ) ) );
		}
		$render_options( array_filter( $choices, 'is_string' ) );
		foreach ( array_filter( $choices, 'is_array' ) as $name => $options ) {
			?>
			<optgroup label="<?php echo esc_attr( $name ); ?>"><?php $render_options( $options ); ?></optgroup>
			<?php
		}
		?>
	</select>
	<?php
}

/** @return array<string, string|array<string, string>> IANA names, grouped by continent. */
function time_zone_choices(): array {
	$groups = array();
	foreach ( DateTimeZone::listIdentifiers() as $name ) {
		[ $continent, $place ] = explode( '/', $name, 2 ) + array( 1 => '' );
		if ( '' === $place ) {
			$groups = array( $name => $name ) + $groups;
			continue;
		}
		$groups[ $continent ][ $name ] = str_replace( array( '_', '/' ), array( ' ', ' – ' ), $place );
	}

	return $groups;
}

function render_rows( array $field, array $rows, array $problems, array $path ): void {
	// Lists may be nested, so each level has its own placeholder.
	$placeholder = '__row' . count( $path ) . '__';
	?>
	<div class="site-companion-list" data-list data-item-label="<?php echo esc_attr( item_label( $field ) ); ?>" data-max="<?php echo esc_attr( (string) ( $field['max'] ?? '' ) ); ?>">
		<?php // Distinguishes a list without rows from one that was not in the form. ?>
		<input type="hidden" name="<?php echo esc_attr( input_name( array( ...$path, '_rows' ) ) ); ?>" value="" />
		<ol class="site-companion-rows" data-rows>
			<?php
			foreach ( $rows as $index => $row ) {
				render_row( $field, $row, $problems, array( ...$path, (string) $index ) );
			}
			?>
		</ol>
		<template data-template="<?php echo esc_attr( $placeholder ); ?>"><?php render_row( $field, array(), array(), array( ...$path, $placeholder ) ); ?></template>
		<?php if ( 1 === count( $path ) ) : ?>
			<noscript><ol><?php render_blank_row( $field, array( ...$path, (string) count( $rows ) ) ); ?></ol></noscript>
		<?php endif; ?>
		<p><button type="button" class="button" data-action="add">
			<?php
			/* translators: %s: name of a row, for example "Person". */
			echo esc_html( sprintf( __( 'Add: %s', 'site-companion' ), item_label( $field ) ) );
			?>
		</button></p>
	</div>
	<?php
}

function render_row( array $field, array $values, array $problems, array $path ): void {
	?>
	<li class="site-companion-row" data-row>
		<div class="site-companion-row-head">
			<span class="site-companion-handle dashicons dashicons-menu" data-handle aria-hidden="true"></span>
			<img class="site-companion-row-thumbnail" data-row-thumbnail alt="" src="" hidden />
			<button type="button" class="site-companion-row-title" data-action="toggle" aria-expanded="true"><span data-row-number><?php echo esc_html( item_label( $field ) ); ?></span> <span class="site-companion-row-name" data-row-name></span></button>
			<?php render_row_buttons(); ?>
		</div>
		<div class="site-companion-row-body" data-row-body>
			<?php render_fields( $field['fields'] ?? array(), $values, $problems, $path ); ?>
			<noscript>
				<label><?php esc_html_e( 'Position', 'site-companion' ); ?> <input type="number" class="small-text" name="<?php echo esc_attr( input_name( array( ...$path, '_position' ) ) ); ?>" /></label>
				<label><input type="checkbox" value="1" name="<?php echo esc_attr( input_name( array( ...$path, '_remove' ) ) ); ?>" /> <?php esc_html_e( 'Remove', 'site-companion' ); ?></label>
			</noscript>
		</div>
	</li>
	<?php
}

/** An empty row, with which rows can be added without scripts. */
function render_blank_row( array $field, array $path ): void {
	ob_start();
	render_row( $field, array(), array(), $path );
	// `noscript` elements cannot be nested.
	echo preg_replace( '#<noscript>.*?</noscript>#s', '', (string) ob_get_clean() ); // phpcs:ignore WordPress.Security.EscapeOutput -- escaped by render_row
}

function render_row_buttons( bool $is_removable = true ): void {
	$buttons = array(
		'up'     => array( 'arrow-up-alt2', __( 'Move up', 'site-companion' ) ),
		'down'   => array( 'arrow-down-alt2', __( 'Move down', 'site-companion' ) ),
		'remove' => array( 'trash', __( 'Remove', 'site-companion' ) ),
	);
	if ( ! $is_removable ) {
		unset( $buttons['remove'] );
	}
	?>
	<span class="site-companion-row-buttons">
		<?php foreach ( $buttons as $action => [ $icon, $label ] ) : ?>
			<button type="button" class="button-link" data-action="<?php echo esc_attr( $action ); ?>" title="<?php echo esc_attr( $label ); ?>"><span class="dashicons dashicons-<?php echo esc_attr( $icon ); ?>" aria-hidden="true"></span><span class="screen-reader-text"><?php echo esc_html( $label ); ?></span></button>
		<?php endforeach; ?>
	</span>
	<?php
}

function render_image( mixed $value, array $path ): void {
	?>
	<div class="site-companion-image" data-image>
		<?php render_picture( $value, $path ); ?>
		<p>
			<button type="button" class="button" data-action="choose-image"><?php esc_html_e( 'Choose a picture', 'site-companion' ); ?></button>
			<button type="button" class="button-link button-link-delete" data-action="clear-image"><?php esc_html_e( 'Remove picture', 'site-companion' ); ?></button>
		</p>
	</div>
	<?php
}

function render_gallery( array $images, array $problems, array $path ): void {
	?>
	<div class="site-companion-gallery" data-gallery>
		<input type="hidden" name="<?php echo esc_attr( input_name( array( ...$path, '_rows' ) ) ); ?>" value="" />
		<ol class="site-companion-pictures" data-rows>
			<?php
			foreach ( $images as $index => $image ) {
				render_gallery_picture( $image, $problems, array( ...$path, (string) $index ) );
			}
			?>
		</ol>
		<template data-template="__row<?php echo esc_attr( (string) count( $path ) ); ?>__"><?php render_gallery_picture( false, array(), array( ...$path, '__row' . count( $path ) . '__' ) ); ?></template>
		<p><button type="button" class="button" data-action="add-images"><?php esc_html_e( 'Add pictures', 'site-companion' ); ?></button></p>
	</div>
	<?php
}

function render_gallery_picture( mixed $image, array $problems, array $path ): void {
	$own_problems = problems_at( $problems, $path );
	?>
	<li class="site-companion-picture-row" data-row data-image>
		<div class="site-companion-row-head">
			<span class="site-companion-handle dashicons dashicons-menu" data-handle aria-hidden="true"></span>
			<span class="site-companion-row-title" data-row-number></span>
			<?php render_row_buttons(); ?>
		</div>
		<?php render_picture( $image, $path ); ?>
		<p class="site-companion-problem" data-problem<?php echo array() !== errors_in( $own_problems ) ? ' data-error' : ''; ?> data-path="<?php echo esc_attr( implode( '.', $path ) ); ?>" aria-live="polite"><?php echo esc_html( implode( ' ', array_column( $own_problems, 'message' ) ) ); ?></p>
		<noscript><label><input type="checkbox" value="1" name="<?php echo esc_attr( input_name( array( ...$path, '_remove' ) ) ); ?>" /> <?php esc_html_e( 'Remove', 'site-companion' ); ?></label></noscript>
	</li>
	<?php
}

/** The thumbnail, the alternative text and the hidden fields of an image. */
function render_picture( mixed $value, array $path ): void {
	$value   = is_numeric( $value ) ? array( 'id' => (int) $value ) : ( is_array( $value ) ? $value : array() );
	$id      = attachment_id_of( $value );
	$image   = $id > 0 ? library_image( $value ) : $value;
	$missing = false === $image;
	$address = $missing ? '' : (string) ( $image['url'] ?? '' );
	$preview = $id > 0 && ! $missing ? (string) wp_get_attachment_image_url( $id, 'medium' ) : preview_address( $address );
	$is_set  = array() !== array_filter( $value );
	?>
	<div class="site-companion-picture" data-picture<?php echo $is_set ? '' : ' hidden'; ?>>
		<span class="site-companion-thumbnail"><img data-preview alt="" src="<?php echo esc_url( $preview ); ?>"<?php echo '' === $preview ? ' hidden' : ''; ?> /><?php echo $missing ? esc_html__( 'Deleted picture', 'site-companion' ) : ''; ?></span>
		<?php
		foreach ( array( 'id', 'url', 'width', 'height' ) as $key ) {
			// The URL and size of a picture of the media library are read from the library.
			$text = 'id' === $key ? ( $id > 0 ? (string) $id : '' ) : ( $id > 0 ? '' : text_of( $value[ $key ] ?? '' ) );
			?>
			<input type="hidden" data-image-field="<?php echo esc_attr( $key ); ?>" name="<?php echo esc_attr( input_name( array( ...$path, $key ) ) ); ?>" value="<?php echo esc_attr( $text ); ?>" />
			<?php
		}
		$library_alt = $id > 0 ? library_alt( $id ) : '';
		$own_alt     = text_of( $value['alt'] ?? '' );
		?>
		<label class="site-companion-alt"><?php esc_html_e( 'What the picture shows (alternative text)', 'site-companion' ); ?>
			<textarea rows="2" class="large-text" data-image-field="alt" name="<?php echo esc_attr( input_name( array( ...$path, 'alt' ) ) ); ?>"><?php echo esc_textarea( '' === $own_alt ? $library_alt : $own_alt ); ?></textarea></label>
	</div>
	<?php
}

/** The URL of a picture. A path refers to a file of the site. */
function preview_address( string $address ): string {
	return str_starts_with( $address, '/' ) ? untrailingslashit( setting( 'SITE_COMPANION_SITE_URL' ) ) . $address : $address;
}

/** The text of an input for a value. Arrays are shown as JSON, so that they are not lost. */
function text_of( mixed $value ): string {
	if ( is_scalar( $value ) ) {
		return is_bool( $value ) ? ( $value ? '1' : '' ) : (string) $value;
	}

	return null === $value || array() === $value ? '' : (string) wp_json_encode( $value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES );
}

function problems_at( array $problems, array $path ): array {
	$wanted = implode( '.', $path );

	return array_filter( $problems, static fn( array $problem ): bool => $wanted === $problem['path'] );
}

/** @param string[] $path */
function input_name( array $path ): string {
	return FORM_NAME . '[' . implode( '][', $path ) . ']';
}

/** @param string[] $path */
function input_id( array $path ): string {
	return 'site-companion-' . implode( '-', $path );
}

/** @param array<string, string|null> $attributes Attributes that are null are left out. */
function render_attributes( array $attributes ): void {
	foreach ( $attributes as $name => $value ) {
		if ( null !== $value ) {
			echo ' ' . esc_attr( $name ) . '="' . esc_attr( $value ) . '"';
		}
	}
}
