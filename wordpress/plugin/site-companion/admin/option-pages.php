<?php
/**
 * The admin pages "Home page" and "FAQ page", which edit the content of `/wp-json/api/homepage` and `/wp-json/api/faqpage`.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/** A capability that editors have and authors do not. */
const OPTIONS_CAPABILITY = 'edit_others_pages';

add_action( 'admin_menu', __NAMESPACE__ . '\add_option_pages' );
add_action( 'admin_post_site_companion_homepage', __NAMESPACE__ . '\save_homepage' );
add_action( 'admin_post_site_companion_faqpage', __NAMESPACE__ . '\save_faqpage' );
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\enqueue_option_scripts' );

function add_option_pages(): void {
	add_menu_page(
		__( 'Home page', 'site-companion' ),
		__( 'Home page', 'site-companion' ),
		OPTIONS_CAPABILITY,
		'site-companion-homepage',
		__NAMESPACE__ . '\show_homepage',
		'dashicons-admin-home',
		21
	);
	add_menu_page(
		__( 'FAQ page', 'site-companion' ),
		__( 'FAQ page', 'site-companion' ),
		OPTIONS_CAPABILITY,
		'site-companion-faqpage',
		__NAMESPACE__ . '\show_faqpage',
		'dashicons-text-page',
		22
	);
}

function show_homepage(): void {
	$saved        = get_option( HOMEPAGE_OPTION );
	$saved        = is_array( $saved ) ? $saved : array();
	$testimonials = array_values( $saved['testimonials'] ?? array() );
	$chosen       = array_map( 'intval', $saved['faq'] ?? array() );

	open_options_form( __( 'Home page', 'site-companion' ), 'site_companion_homepage', null !== acf_options( 'homepage', 'testimonials' ) );
	?>
	<h2><?php esc_html_e( 'Testimonials', 'site-companion' ); ?></h2>
	<div id="site-companion-testimonials">
		<?php
		foreach ( $testimonials as $index => $testimonial ) {
			show_testimonial( (string) $index, $testimonial );
		}
		?>
	</div>
	<template id="site-companion-testimonial"><?php show_testimonial( '__index__', array() ); ?></template>
	<p><button type="button" class="button" id="site-companion-add"><?php esc_html_e( 'Add testimonial', 'site-companion' ); ?></button></p>

	<h2><?php esc_html_e( 'Questions on the home page', 'site-companion' ); ?></h2>
	<p><?php esc_html_e( 'They appear by date, the oldest first. Only published ones appear.', 'site-companion' ); ?></p>
	<fieldset class="site-companion-questions">
		<legend class="screen-reader-text"><?php esc_html_e( 'Questions on the home page', 'site-companion' ); ?></legend>
		<?php foreach ( question_choices( $chosen ) as $id => $label ) : ?>
			<label>
				<input type="checkbox" name="faq[]" value="<?php echo esc_attr( (string) $id ); ?>" <?php checked( in_array( $id, $chosen, true ) ); ?> />
				<?php echo esc_html( $label ); ?>
			</label><br />
		<?php endforeach; ?>
	</fieldset>
	<?php
	close_options_form();
}

function show_testimonial( string $index, array $testimonial ): void {
	$image = is_array( $testimonial['image'] ?? null ) ? $testimonial['image'] : array();
	$name  = static fn( string ...$path ): string => 'testimonials[' . $index . '][' . implode( '][', $path ) . ']';
	?>
	<fieldset class="site-companion-row">
		<legend class="screen-reader-text"><?php esc_html_e( 'Testimonial', 'site-companion' ); ?></legend>
		<label><?php esc_html_e( 'Name', 'site-companion' ); ?>
			<input class="widefat" name="<?php echo esc_attr( $name( 'name' ) ); ?>" value="<?php echo esc_attr( $testimonial['name'] ?? '' ); ?>" /></label>
		<label><?php esc_html_e( 'Role', 'site-companion' ); ?>
			<input class="widefat" name="<?php echo esc_attr( $name( 'role' ) ); ?>" value="<?php echo esc_attr( $testimonial['role'] ?? '' ); ?>" /></label>
		<label><?php esc_html_e( 'Quote', 'site-companion' ); ?>
			<textarea class="widefat" rows="4" name="<?php echo esc_attr( $name( 'quote' ) ); ?>"><?php echo esc_textarea( $testimonial['quote'] ?? '' ); ?></textarea></label>
		<label><?php esc_html_e( 'Picture: address', 'site-companion' ); ?>
			<input class="widefat" data-image="url" name="<?php echo esc_attr( $name( 'image', 'url' ) ); ?>" value="<?php echo esc_attr( $image['url'] ?? '' ); ?>" /></label>
		<label><?php esc_html_e( 'Picture: what it shows', 'site-companion' ); ?>
			<input class="widefat" data-image="alt" name="<?php echo esc_attr( $name( 'image', 'alt' ) ); ?>" value="<?php echo esc_attr( $image['alt'] ?? '' ); ?>" /></label>
		<label><?php esc_html_e( 'Picture: width and height in pixels', 'site-companion' ); ?>
			<input class="small-text" type="number" min="0" data-image="width" name="<?php echo esc_attr( $name( 'image', 'width' ) ); ?>" value="<?php echo esc_attr( (string) ( $image['width'] ?? '' ) ); ?>" />
			<input class="small-text" type="number" min="0" data-image="height" aria-label="<?php esc_attr_e( 'Height', 'site-companion' ); ?>" name="<?php echo esc_attr( $name( 'image', 'height' ) ); ?>" value="<?php echo esc_attr( (string) ( $image['height'] ?? '' ) ); ?>" /></label>
		<input type="hidden" data-image="id" name="<?php echo esc_attr( $name( 'image', 'id' ) ); ?>" value="<?php echo esc_attr( (string) ( $image['id'] ?? '' ) ); ?>" />
		<p>
			<button type="button" class="button" data-action="choose"><?php esc_html_e( 'Choose from the media library', 'site-companion' ); ?></button>
			<button type="button" class="button" data-action="up"><?php esc_html_e( 'Move up', 'site-companion' ); ?></button>
			<button type="button" class="button" data-action="down"><?php esc_html_e( 'Move down', 'site-companion' ); ?></button>
			<button type="button" class="button-link button-link-delete" data-action="remove"><?php esc_html_e( 'Remove', 'site-companion' ); ?></button>
		</p>
	</fieldset>
	<?php
}

/**
 * All questions that can be selected, the selected ones first and in their order. A deleted question stays listed until an
 * editor deselects it, as in ACF.
 *
 * @param int[] $chosen
 * @return array<int, string> label by id.
 */
function question_choices( array $chosen ): array {
	$choices = array();
	foreach ( $chosen as $id ) {
		/* translators: %d: id of a question that was deleted. */
		$choices[ $id ] = sprintf( __( 'Question %d (deleted)', 'site-companion' ), $id );
	}
	$questions = get_posts(
		array(
			'post_type'   => 'faq',
			'post_status' => array( 'publish', 'future', 'draft', 'pending', 'private' ),
			'numberposts' => -1,
			'orderby'     => 'date',
			'order'       => 'ASC',
		)
	);
	foreach ( $questions as $question ) {
		$title                    = html_entity_decode( wp_strip_all_tags( get_the_title( $question ) ), ENT_QUOTES | ENT_HTML5 );
		$status                   = get_post_status_object( $question->post_status );
		$choices[ $question->ID ] = 'publish' === $question->post_status || ! $status ? $title : "$title ({$status->label})";
	}

	return $choices;
}

function save_homepage(): void {
	$input        = read_options_form( 'site_companion_homepage' );
	$testimonials = array();
	foreach ( is_array( $input['testimonials'] ?? null ) ? $input['testimonials'] : array() as $row ) {
		$testimonial = is_array( $row ) ? clean_testimonial( $row ) : null;
		if ( null !== $testimonial ) {
			$testimonials[] = $testimonial;
		}
	}
	$faq = is_array( $input['faq'] ?? null ) ? array_filter( $input['faq'], 'is_scalar' ) : array();
	update_option(
		HOMEPAGE_OPTION,
		array(
			'testimonials' => $testimonials,
			'faq'          => array_values( array_unique( array_filter( array_map( 'absint', $faq ) ) ) ),
		)
	);
	return_to_options_form( 'site-companion-homepage' );
}

/**
 * The submitted row in its stored form; null if it is empty.
 */
function clean_testimonial( array $row ): ?array {
	$text        = static fn( array $from, string $key ): string => is_scalar( $from[ $key ] ?? null ) ? (string) $from[ $key ] : '';
	$picture     = is_array( $row['image'] ?? null ) ? $row['image'] : array();
	$url         = trim( $text( $picture, 'url' ) );
	$testimonial = array(
		'name'  => clean_line( $text( $row, 'name' ) ),
		'role'  => clean_line( $text( $row, 'role' ) ),
		'quote' => clean_html( $text( $row, 'quote' ) ),
		'image' => '' === $url ? false : array(
			'id'     => absint( $text( $picture, 'id' ) ),
			'url'    => esc_url_raw( $url ),
			'alt'    => clean_line( $text( $picture, 'alt' ) ),
			'width'  => absint( $text( $picture, 'width' ) ),
			'height' => absint( $text( $picture, 'height' ) ),
		),
	);

	return array() === array_filter( $testimonial ) ? null : $testimonial;
}

function show_faqpage(): void {
	$saved = get_option( FAQPAGE_OPTION );
	$saved = is_array( $saved ) ? $saved : array();

	open_options_form( __( 'FAQ page', 'site-companion' ), 'site_companion_faqpage', null !== acf_options( 'faqpage', 'faq' ) );
	?>
	<table class="form-table" role="presentation">
		<tr>
			<th scope="row"><label for="site-companion-subheadline"><?php esc_html_e( 'Subheadline', 'site-companion' ); ?></label></th>
			<td><input class="large-text" id="site-companion-subheadline" name="subheadline" value="<?php echo esc_attr( $saved['subheadline'] ?? '' ); ?>" /></td>
		</tr>
		<tr>
			<th scope="row"><label for="site-companion-headline"><?php esc_html_e( 'Headline', 'site-companion' ); ?></label></th>
			<td><input class="large-text" id="site-companion-headline" name="headline" value="<?php echo esc_attr( $saved['headline'] ?? '' ); ?>" /></td>
		</tr>
		<tr>
			<th scope="row"><label for="under_headline_content_html"><?php esc_html_e( 'Text under the headline', 'site-companion' ); ?></label></th>
			<td><?php wp_editor( $saved['under_headline_content_html'] ?? '', 'under_headline_content_html', array( 'textarea_rows' => 10 ) ); ?></td>
		</tr>
	</table>
	<?php
	close_options_form();
}

function save_faqpage(): void {
	$input = read_options_form( 'site_companion_faqpage' );
	$text  = static fn( string $key ): string => is_string( $input[ $key ] ?? null ) ? $input[ $key ] : '';
	update_option(
		FAQPAGE_OPTION,
		array(
			'subheadline'                 => clean_line( $text( 'subheadline' ) ),
			'headline'                    => clean_line( $text( 'headline' ) ),
			'under_headline_content_html' => clean_html( $text( 'under_headline_content_html' ) ),
		)
	);
	return_to_options_form( 'site-companion-faqpage' );
}

/**
 * Plain text as entered, without line breaks and control characters.
 */
function clean_line( string $text ): string {
	return trim( (string) preg_replace( '/[\p{Cc}\s]+/u', ' ', wp_check_invalid_utf8( $text ) ) );
}

/**
 * Strips HTML that the current user is not allowed to write.
 */
function clean_html( string $html ): string {
	$html = str_replace( "\r\n", "\n", $html );

	return current_user_can( 'unfiltered_html' ) ? $html : wp_kses_post( $html );
}

function open_options_form( string $title, string $action, bool $is_managed_by_acf ): void {
	?>
	<div class="wrap">
		<h1><?php echo esc_html( $title ); ?></h1>
		<?php
		if ( isset( $_GET['updated'] ) ) { // phpcs:ignore WordPress.Security.NonceVerification
			wp_admin_notice( __( 'Saved.', 'site-companion' ), array( 'type' => 'success' ) );
		}
		if ( $is_managed_by_acf ) {
			wp_admin_notice(
				__( 'Advanced Custom Fields manages this page: edit it on its options page. What you see here is not used.', 'site-companion' ),
				array( 'type' => 'warning' )
			);
		}
		?>
		<form method="post" action="<?php echo esc_url( admin_url( 'admin-post.php' ) ); ?>">
			<input type="hidden" name="action" value="<?php echo esc_attr( $action ); ?>" />
			<?php
			wp_nonce_field( $action );
}

function close_options_form(): void {
			submit_button();
	?>
		</form>
	</div>
	<?php
}

/**
 * The submitted values, unslashed. Ends the request if the nonce is invalid or the user lacks the capability.
 */
function read_options_form( string $action ): array {
	if ( ! current_user_can( OPTIONS_CAPABILITY ) ) {
		wp_die( esc_html__( 'You may not edit this page.', 'site-companion' ), '', array( 'response' => 403 ) );
	}
	check_admin_referer( $action );

	return wp_unslash( $_POST );
}

function return_to_options_form( string $page ): never {
	wp_safe_redirect( admin_url( "admin.php?page=$page&updated=1" ) );
	exit;
}

function enqueue_option_scripts( string $hook ): void {
	if ( ! str_ends_with( $hook, 'site-companion-homepage' ) ) {
		return;
	}
	wp_enqueue_media();
	wp_enqueue_style( 'site-companion', plugins_url( 'admin.css', __FILE__ ), array(), VERSION );
	wp_enqueue_script( 'site-companion-homepage', plugins_url( 'homepage.js', __FILE__ ), array(), VERSION, true );
}
